import type { Plugin } from 'vite'
import { blankOut } from '../dev/processes/blank-out.ts'
import { bodiesReplaced } from '../dev/processes/replace-bodies.ts'

/** React keeps each piece of a page as text, gathers the pieces in `currentView`, and encodes them when it sends them. */
const AS_TEXT = new Map([
  ['stringToChunk', '{return content}'],
  ['stringToPrecomputedChunk', '{return content}'],
  ['writeChunk', '{currentView+=chunk}'],
  [
    'completeWriting',
    '{if(currentView){var text=currentView;currentView="";destination.enqueue(textEncoder.encode(text))}}',
  ],
])

/** Where it begins to gather, and how long a piece is. */
const NO_PIECES = ['currentView = new Uint8Array(4096)', 'currentView = ""'] as const
const LENGTH = ['segmentByteSize += segment[i].byteLength', 'segmentByteSize += segment[i].length'] as const

/**
 * Makes React's build for the edge encode what it sends at once, as its builds for Node and Bun do, instead of each tag,
 * attribute and text by itself, which took longer than all else that renders `/explore`. Throws where React is written
 * otherwise.
 */
export function encodeReactAtOnce(): Plugin {
  return {
    name: 'encode-react-at-once',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-server\.edge\.production\.js$/ },
      handler: (code) => ({ code: encodedAtOnce(code), map: null }),
    },
  }
}

export function encodedAtOnce(code: string): string {
  return [NO_PIECES, LENGTH].reduce(
    (text, [bytes, piece]) => {
      if (!text.includes(bytes)) throw new Error(`React has no ${bytes}.`)
      return text.replaceAll(bytes, piece)
    },
    blankOut(code, bodiesReplaced(code, AS_TEXT)),
  )
}
