declare module 'virtual:client-manifest' {
  /** Vite's manifest of the client build; null in development. */
  const manifest: Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }> | null
  export default manifest
  /** Changes with every build. Part of the cache keys, so that no cached page names a missing file. */
  export const buildId: string
  /** In development, every stylesheet of the sources. */
  export const sourceStyles: readonly string[]
}
declare module 'virtual:social-images' {
  /** The services that have an image for shared links, and `site`. */
  const names: ReadonlySet<string>
  export default names
}
