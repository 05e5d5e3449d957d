import { sendEvent } from '../../engine-bench/senders.ts'
import type { Bench } from '../start-bench.ts'
import { send } from '../timed-request.ts'
import { nextOf, type Asked, type LoadUser } from './busy-hour.ts'

/** `status`: 0 where the connection failed. `whole` in ms. */
export type Answered = { user: LoadUser; asked: Asked; status: number; whole: number }
/** An accepted event, and where its fate can be read. */
export type TakenEvent = { hook: string; receipt: string | null }

/** Each user is a connection that asks one thing after the other, for so many ms. */
export async function runLoad(bench: Bench, users: readonly LoadUser[], ms: number): Promise<Answered[]> {
  const end = Date.now() + ms
  const answered: Answered[] = []
  const connection = async (user: LoadUser) => {
    while (Date.now() < end) {
      const asked = nextOf(bench, user)
      const { status, whole } = await send(asked.sent).catch(() => ({ status: 0, whole: 0 }))
      answered.push({ user, asked, status, whole })
    }
  }
  await Promise.all(users.map(connection))
  return answered
}

/** So many connections that ask a bare batch of ten, for so many ms. Returns how many answers there were. */
export async function runControl(bench: Bench, connections: number, ms: number): Promise<number> {
  const end = Date.now() + ms
  let answers = 0
  const connection = async () => {
    for (; Date.now() < end; answers++) await send({ url: `${bench.doorAt('control')}/reads/10` })
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return answers
}

/** Events at the users' hooks, so many at once. A full backlog may refuse some (429), which the sender is told. */
export async function runHookBurst(users: readonly LoadUser[], { events, atOnce }: { events: number; atOnce: number }) {
  const taken: TakenEvent[] = []
  let next = 0
  const sender = async () => {
    for (let n = next++; n < events; n = next++) {
      const hook = users[n % users.length]?.hook ?? ''
      const ack = await sendEvent(hook, `burst-${n}`)
      if (ack) taken.push({ hook, receipt: ack.receipt })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return taken
}
