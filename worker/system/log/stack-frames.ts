/** As Sentry reads it. */
export type Frame = { function: string; filename: string; lineno: number; colno: number; in_app: boolean }

/** A line of V8's (`at name (file:1:2)`), or of Firefox's and Safari's (`name@file:1:2`). */
const LINE = /^(?: +at (?:(.+) \()?|(.*)@)(.+?):(\d+):(\d+)\)?$/gm

/** The frames of a stack, outermost call first. */
export function framesOf(stack: string): Frame[] {
  return [...stack.matchAll(LINE)]
    .map(([, v8, other, file = '', line, column]) => ({
      function: v8 || other || '?',
      filename: `app:///${file.split('/').at(-1)}`,
      lineno: Number(line),
      colno: Number(column),
      in_app: !/^(cloudflare|node)/.test(file),
    }))
    .toReversed()
}
