/** A page and its file in the tree. */
export interface PageFile {
  path: string;
  text: string;
}
