import { offerCopy } from "./offer-copy.ts";
import { tellStaleness } from "./staleness.ts";

/** The start page: whether the data are older than they promise, and a copy for when the network is down. */
await Promise.all([tellStaleness(Date.now), offerCopy()]);
