import type { Plugin } from 'vite'

/** Imports of WebAssembly are modules in tests that run in Node, as they are in workerd. */
export function wasmInNode(): Plugin {
  return {
    name: 'wasm-in-node',
    enforce: 'pre',
    load: (id) => (id.endsWith('.wasm') ? wasmAsModule(id) : null),
  }
}

/** The source of a module whose default export is the WebAssembly of this file, a path or a URL. */
export function wasmAsModule(file: string): string {
  const place = file.startsWith('file:') ? `new URL(${JSON.stringify(file)})` : JSON.stringify(file)
  return `import { readFileSync } from 'node:fs'
    export default new WebAssembly.Module(readFileSync(${place}))`
}
