import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Addresses of this machine, of its network, of groups, and of IPv4 within IPv6 (registries of IANA for special purposes): no agency
 * has a reason to name one. Two lists, since a list takes an IPv4 address for one below `::/16` as well.
 */
const INNER_IPV4 = blockList(
  "ipv4",
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3",
);
const INNER_IPV6 = blockList("ipv6", "::/16 64:ff9b::/96 2002::/16 fc00::/7 fe80::/9 ff00::/8");

function blockList(family: "ipv4" | "ipv6", networks: string): BlockList {
  const list = new BlockList();
  for (const [net = "", bits] of networks.split(" ").map((one) => one.split("/"))) list.addSubnet(net, Number(bits), family);
  return list;
}

/** Names that only a network of its own has (RFC 6761, 6762, 8375), and those without a dot. */
const INNER_NAME = /^[^.]*$|[.](?:localhost|local|internal|lan|home[.]arpa)$/;

/**
 * Whether an address leads to this machine or its network. The URL parser normalises other spellings, such as 2130706433. A name is not
 * resolved: it may lead inside.
 */
export function isInner({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|[.\]]$/g, "");
  if (isIPv4(host)) return INNER_IPV4.check(host);
  return isIPv6(host) ? INNER_IPV6.check(host, "ipv6") : INNER_NAME.test(host);
}
