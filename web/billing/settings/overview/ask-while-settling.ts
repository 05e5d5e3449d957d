import { after } from '../../../browser/time/timers.ts'

/** How often the page asks again about what is being settled, and how long it waits before that, in ms. */
const LOOKS = 5
const PAUSE = 1000

/** Asks again while the answer is being settled, up to a limit. */
export async function askWhileSettling<Answer extends { kind: string }>(
  ask: (before: Answer | null) => Promise<Answer>,
  pause: () => Promise<void> = aMoment,
): Promise<Answer> {
  let answer = await ask(null)
  for (let look = 1; look < LOOKS && answer.kind === 'settling'; look++) {
    await pause()
    answer = await ask(answer)
  }
  return answer
}

function aMoment(): Promise<void> {
  return new Promise((done) => void after(PAUSE, done))
}
