import { setTimeout } from 'node:timers/promises'
import type { HookReceipt } from '../../../worker/contract/runs/applet-run.ts'
import type { Ack } from './senders.ts'

/** Waits until the receipts of all say that their runs are done. Returns what the others say. */
export async function untilEnded(acks: Iterable<Ack>, patience: number): Promise<string[]> {
  const end = Date.now() + patience
  let open = [...acks]
  for (;;) {
    const states = await Promise.all(open.map(stateOf))
    const before = open
    open = before.filter((_, n) => states[n] !== 'done')
    if (open.length === 0) return []
    if (Date.now() > end) return open.map(({ id }, n) => `${id} ${states.filter((state) => state !== 'done')[n]}`)
    await setTimeout(200)
  }
}

async function stateOf({ hook, receipt }: Ack): Promise<string> {
  const answer = await fetch(`${hook}/receipts/${receipt}`).catch(() => null)
  if (!answer?.ok) return `answered ${answer?.status ?? 'nothing'}`
  const { runs } = (await answer.json()) as HookReceipt
  return runs.map(({ state }) => state).join(' and ')
}
