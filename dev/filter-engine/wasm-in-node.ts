import type { Plugin } from 'vite'

/** Imports of WebAssembly are modules in tests that run in Node, as they are in workerd. */
export function wasmInNode(): Plugin {
  return {
    name: 'wasm-in-node',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('.wasm')
        ? `import { readFileSync } from 'node:fs'
           export default new WebAssembly.Module(readFileSync(${JSON.stringify(id)}))`
        : null,
  }
}
