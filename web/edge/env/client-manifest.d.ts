declare module 'virtual:client-manifest' {
  /** Vite's manifest of the client build; null in development. */
  const manifest: Record<string, { file: string; imports?: string[] }> | null
  export default manifest
  /** Changes with every build: part of the cache's keys, so that no cached page names a file that is gone. */
  export const buildId: string
}
declare module 'react-dom/server.edge' {
  export { renderToReadableStream } from 'react-dom/server'
}
