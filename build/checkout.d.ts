export function bundleInto(folder: string, root: string, home?: string, options?: object): Promise<string[]>;
