import type { Terminal } from '../processes/terminal.ts'

/** A terminal in which somebody types these lines; null: nobody is there. Throws where more is asked. */
export function typedTerminal(lines: readonly string[] | null) {
  const left = [...(lines ?? [])]
  const told: string[] = []
  const hidden: string[] = []
  const terminal: Terminal = {
    canAsk: lines !== null,
    say: (text) => void told.push(text),
    ask: async (question, about) => {
      const line = left.shift()
      if (line === undefined) throw new Error(`Nobody answers: ${question}`)
      told.push(question)
      if (about?.hidden) hidden.push(question)
      return line
    },
  }
  return { ...terminal, said: () => told.join('\n'), hidden }
}
