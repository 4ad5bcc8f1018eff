import { AN_EVENT, BY_SCRIPT, ENGLISH, lookAtEach } from "./look-at-each.ts";

lookAtEach("every other kind of page, in a real browser", [...BY_SCRIPT, AN_EVENT, ...ENGLISH]);
