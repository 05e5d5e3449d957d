import { sendEvent } from '../engine/senders.ts'
import { nextOf, type Asked, type LoadSite, type LoadUser, type Sent } from './busy-hour.ts'

/** `status`: 0 where the connection failed. `whole` in ms. */
export type Answered = { user: LoadUser; asked: Asked; status: number; whole: number }
/** An accepted event, and where its fate can be read. */
export type TakenEvent = { hook: string; receipt: string | null }

/** Each user is a connection that asks one thing after the other, for so many ms. */
export async function runLoad(site: LoadSite, users: readonly LoadUser[], ms: number): Promise<Answered[]> {
  const end = Date.now() + ms
  const answered: Answered[] = []
  const connection = async (user: LoadUser) => {
    while (Date.now() < end) {
      const asked = nextOf(site, user)
      const started = performance.now()
      const status = await statusOf(asked.sent).catch(() => 0)
      answered.push({ user, asked, status, whole: performance.now() - started })
    }
  }
  await Promise.all(users.map(connection))
  return answered
}

async function statusOf({ url, ...sent }: Sent): Promise<number> {
  const answer = await fetch(url, { redirect: 'manual', ...sent })
  await answer.arrayBuffer()
  return answer.status
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
