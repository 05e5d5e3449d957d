import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** The person at the terminal. */
export type Operator = {
  ask(question: string): Promise<string>
  /** Shows nothing of what is typed. */
  askHidden(question: string): Promise<string>
  confirm(question: string): Promise<boolean>
}

export function operatorAt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Operator {
  const ask = async (question: string, shows: boolean) => {
    output.write(question)
    const echo = new Writable({
      write: (chunk, _encoding, done) => (shows ? output.write(chunk, () => done()) : done()),
    })
    const lines = createInterface({ input, output: echo, terminal: true })
    try {
      return (await lines.question('')).trim()
    } finally {
      lines.close()
      if (!shows) output.write('\n')
    }
  }
  return {
    ask: (question) => ask(question, true),
    askHidden: (question) => ask(question, false),
    confirm: async (question) => /^y(es)?$/i.test(await ask(`${question} [y/N] `, true)),
  }
}
