import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

const ID = 'virtual:social-images'

/** Tells the edge renderer which services have an image for shared links: the files of public/social. */
export function socialImages(): Plugin {
  return {
    name: 'social-images',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load(source) {
      if (source !== `\0${ID}`) return undefined
      const files = readdirSync(join(import.meta.dirname, 'public/social')).filter((file) => file.endsWith('.png'))
      return `export default new Set(${JSON.stringify(files.map((file) => basename(file, '.png')))})`
    },
  }
}
