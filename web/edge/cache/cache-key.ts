/** The keys of the edge cache. A new content version (content-version.ts) leaves all older keys behind. */

/** A public page. Parts of its query that the page does not read are not in `query`. */
export function pageKey(version: string, path: string, query: Readonly<Record<string, string>>): string {
  return `/page/${version}${path}?${new URLSearchParams(query).toString()}`
}

/** A public read of the API; `search` with its `?`. */
export function dataKey(version: string, path: string, search: string): string {
  return `/data/${version}${path}${search}`
}

/** A file such as robots.txt. */
export function fileKey(version: string, path: string): string {
  return `/file/${version}${path}`
}
