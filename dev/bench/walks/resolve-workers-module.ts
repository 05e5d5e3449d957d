import { registerHooks } from 'node:module'

/** Loaded before the Workers, which cannot run without workerd's module. */
const STAND_IN = new URL('./workers-module.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'cloudflare:workers' ? STAND_IN : specifier, context),
})
