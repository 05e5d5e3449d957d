import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Where a command tells and asks. */
export type Terminal = {
  /** Whether somebody is there who can answer. */
  canAsk: boolean
  say(text: string): void
  /** `hidden`: what is typed is not shown. */
  ask(question: string, about?: { hidden?: boolean }): Promise<string>
}

/** The terminal that this process was started in, if no other. */
export function terminalAt(
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
  output: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Terminal {
  return {
    canAsk: input.isTTY === true && output.isTTY === true,
    say: (text) => console.log(text),
    ask: async (question, { hidden = false } = {}) => {
      if (hidden) output.write(question)
      const echo = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output
      const lines = createInterface({ input, output: echo, terminal: true })
      // Without this, Ctrl-C and Ctrl-D would end the command without a word, and with success.
      const given = new AbortController()
      lines.on('close', () => given.abort())
      try {
        return (await lines.question(hidden ? '' : question, { signal: given.signal })).trim()
      } catch (cause) {
        throw new Error('Stopped.', { cause })
      } finally {
        lines.close()
        if (hidden) output.write('\n')
      }
    },
  }
}

/** Whether somebody says yes. */
export async function confirm({ ask }: Pick<Terminal, 'ask'>, question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `))
}

type Choice<Value extends string> = { value: Value; label: string }

/** Asks for one of these, by its number or its value; empty gives null. Asks again until it is one. */
export async function askChoice<Value extends string>(
  terminal: Terminal,
  question: string,
  choices: readonly Choice<Value>[],
): Promise<Value | null> {
  for (const [index, { value, label }] of choices.entries()) {
    terminal.say(`  ${index + 1}  ${label}${label === value ? '' : `  (${value})`}`)
  }
  for (;;) {
    const typed = await terminal.ask(question)
    if (typed === '') return null
    const chosen = choices.find(({ value }) => value === typed) ?? choices[Number(typed) - 1]
    if (chosen) return chosen.value
    terminal.say(`  There is no ${typed}. Type a number from 1 to ${choices.length}.`)
  }
}
