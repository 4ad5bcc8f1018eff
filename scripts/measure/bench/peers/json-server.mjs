// json-server over the same events. Arguments: its database (JSON), the port.
import jsonServer from "json-server";

const [file, port] = process.argv.slice(2);
const server = jsonServer.create();
server.use(jsonServer.router(file));
server.listen(Number(port), "127.0.0.1");
