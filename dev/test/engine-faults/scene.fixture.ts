import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTarget } from '../../bench/engine/event-target.ts'
import { untilDelivered } from '../../bench/engine/measure-delivery.ts'
import { untilEnded } from '../../bench/engine/receipts.ts'
import { runProduct } from '../../bench/engine/run-product.ts'
import type { Ack } from '../../bench/engine/senders.ts'
import type { PreparedUser } from '../../bench/engine/users-with-hooks.ts'
import { freePort } from '../../settings/ports.ts'

/** The product with its users, and the target whose ledger is the judge. */
export type Scene = Awaited<ReturnType<typeof startScene>>

/** `wait`: seconds that the waiting hooks' Applets wait. */
export async function startScene({ users: count, wait }: { users: number; wait: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'))
  const target = await startTarget()
  const options = { folder, target: target.origin, port: await freePort(), paced: false }
  let product = await runProduct(options)
  const users = await product.prepare({ users: count, target: target.url, wait })
  const addresses = (which: keyof Pick<PreparedUser, 'hook' | 'waitingHook'>) =>
    users.map((user) => product.api + user[which])
  const restart = async () => void (product = await runProduct(options))
  return {
    target,
    hooks: addresses('hook'),
    waitingHooks: addresses('waitingHook'),
    /** Kills the whole product with -9. */
    kill: () => product.kill(),
    restart,
    close: async () => {
      await Promise.all([product.kill(), target.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Judges accepted events after quiet: which ones the target never saw, did twice, or has not ended well. */
export async function judge({ target }: Scene, acks: Iterable<Ack>, patience = 60_000) {
  const all = [...acks]
  const lost = await untilDelivered(
    target,
    all.map(({ id }) => id),
    patience,
  )
  const open = await untilEnded(all, patience)
  return { lost, doubled: target.doubled(), open }
}

export const ALL_WELL = { lost: [], doubled: [], open: [] }
