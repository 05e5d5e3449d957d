import type { Plugin } from 'vite'

/** Later layers win over earlier ones, whatever their selectors; so it does not matter which file loads first. */
const ORDER = '@layer tokens, base, ui, pages;'

/**
 * Puts each stylesheet into the layer of its place: the site's tokens and base styles, the parts that all pages share,
 * and the features.
 */
export function cssLayers(root: string): Plugin {
  return {
    name: 'css-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css(?:$|\?)/ },
      handler: (css, id) => ({ code: inLayer(css, id.slice(root.length + 1)), map: null }),
    },
  }
}

/** A stylesheet in the layer of its place. `file`: relative to web/. */
export function inLayer(css: string, file: string): string {
  return `${ORDER}\n@layer ${layerOf(file)} {\n${css}\n}`
}

/** `file`: relative to web/. */
function layerOf(file: string): 'tokens' | 'base' | 'ui' | 'pages' {
  if (file.startsWith('ui/styles/tokens.css')) return 'tokens'
  if (file.startsWith('ui/styles/')) return 'base'
  return /^(?:ui\/|site\/layout\/site-|site\/(?:narrow-page|grids\/shelf))/.test(file) ? 'ui' : 'pages'
}
