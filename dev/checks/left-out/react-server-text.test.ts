import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as React from 'react'
import type * as ReactDomServer from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { encodedAtOnce } from '../../../web/react-server-text.ts'
import { ROOT } from '../../processes/run.ts'

type Rendering = typeof ReactDomServer

const PATH = join(ROOT, 'node_modules/react-dom/cjs/react-dom-server.edge.production.js')
const react = readFileSync(PATH, 'utf8')
const packages = createRequire(PATH)
/** As the build takes them, whatever tests run as. */
const parts: Record<string, unknown> = {
  react: packages('../../react/cjs/react.production.js'),
  'react-dom': packages('./react-dom.production.js'),
}
const { createElement: el, Suspense, use } = parts.react as typeof React

/** React's build for the edge, from this source. */
function builtFrom(code: string): Rendering {
  const exports: object = {}
  new Function('require', 'exports', code)((name: string) => parts[name] ?? packages(name), exports)
  return exports as Rendering
}

/** A page of long lists, with letters of two to four bytes, whose last part comes late. */
function page(late: Promise<string>) {
  const row = (n: number) =>
    el('li', { key: n, className: 'row', title: `“${n}” <&> 🙂` }, `Zeile ${n}: äöü & 漢字 `, n)
  const Late = () => el('p', null, use(late))
  return el(
    'html',
    { lang: 'en' },
    el('body', null, el('ul', null, ...Array.from({ length: 400 }, (_, n) => row(n))), [
      el(Suspense, { key: 'late', fallback: el('p', null, 'wait') }, el(Late)),
      el('script', { key: 'data', dangerouslySetInnerHTML: { __html: '{"a":"é"}' } }),
    ]),
  )
}

async function piecesOf({ renderToReadableStream }: Rendering, wholePage: boolean) {
  let arrive: (text: string) => void = () => {}
  const late = new Promise<string>((resolve) => (arrive = resolve))
  const stream = await renderToReadableStream(page(late), {
    bootstrapModules: ['/entry.js'],
    ...(wholePage && { progressiveChunkSize: Number.MAX_SAFE_INTEGER }),
  })
  if (wholePage) {
    arrive('here 🙂')
    await stream.allReady
  }
  const pieces: Uint8Array[] = []
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(piece)
    arrive('here 🙂')
  }
  return { pieces, html: Buffer.concat(pieces).toString() }
}

test.each([true, false])('React encoding at once writes the same page; whole: %s', async (wholePage) => {
  const one = await piecesOf(builtFrom(react), wholePage)
  const other = await piecesOf(builtFrom(encodedAtOnce(react)), wholePage)
  expect(one.html.includes('here 🙂')).toBe(true)
  expect(other.html === one.html).toBe(true)
})

test('a page whose data is there is sent in two pieces', async () => {
  const { pieces, html } = await piecesOf(builtFrom(encodedAtOnce(react)), true)
  expect(html.length).toBeGreaterThan(20_000)
  expect(pieces.map((piece) => Buffer.from(piece).toString()).at(-1)).toBe('</body></html>')
  expect(pieces).toHaveLength(2)
})

test('refuses a build of React that is written otherwise', () => {
  expect(() => encodedAtOnce('function writeChunk() {}')).toThrow('React has no')
  expect(() => encodedAtOnce(react.replaceAll('new Uint8Array(4096)', 'makeView()'))).toThrow('React has no')
})
