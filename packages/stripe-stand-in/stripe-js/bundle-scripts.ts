import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

export type StripeJsFiles = { page: string; card: string; cardStyles: string }

let files: Promise<StripeJsFiles> | undefined

/** The browser's two scripts, each bundled as one classic script on the first request. */
export function stripeJsFiles(): Promise<StripeJsFiles> {
  files ??= makeFiles()
  return files
}

async function makeFiles(): Promise<StripeJsFiles> {
  const [page, card, cardStyles] = await Promise.all([
    bundleScript(join(import.meta.dirname, 'page/stripe-js-entry.ts')),
    bundleScript(join(import.meta.dirname, 'card/card-entry.ts')),
    readFile(join(import.meta.dirname, 'card/card-frame.css'), 'utf8'),
  ])
  return { page, card, cardStyles }
}

/** A module and what it imports, as one classic script. */
async function bundleScript(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: {
        input,
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const script = outputs.find((each) => each.type === 'chunk')
  if (!script) throw new Error(`${input} produced no script.`)
  return script.code
}
