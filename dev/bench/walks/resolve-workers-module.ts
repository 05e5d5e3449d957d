import { registerHooks } from 'node:module'
import { wasmAsModule } from '../../filter-engine/wasm-in-node.ts'

/** Loaded before the Workers, which cannot run without workerd's module, nor without WebAssembly as it loads that. */
const STAND_IN = new URL('./workers-module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'cloudflare:workers' ? STAND_IN : specifier, context),
  load: (url, context, next) =>
    url.endsWith('.wasm') ? { format: 'module', source: wasmAsModule(url), shortCircuit: true } : next(url, context),
})
