import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answer, Order, ProductOptions } from './product-process.ts'
import type { Preparation, PreparedUser } from './users-with-hooks.ts'

export type RunningProduct = {
  /** The API Worker's own address, without the pages in front. */
  api: string
  prepare(preparation: Preparation): Promise<PreparedUser[]>
  /** The minute's cron trigger. */
  minutePasses(): Promise<void>
  /** Kills all of it with -9, as a power cut would. */
  kill(): Promise<void>
}

/** Starts the built product over this folder's data (`npm run build` comes first). Resolves when it answers. */
export async function runProduct(options: ProductOptions): Promise<RunningProduct> {
  const child = fork(join(import.meta.dirname, 'product-process.ts'), [JSON.stringify(options)], {
    // A group of its own with its workerd, so that one signal reaches both.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The product ended with ${code ?? 'a signal'}.`)))
    child.on('message', (answer: Answer) => {
      if (answer.kind === 'ready') resolve()
      else waiting.get(answer.id)?.(answer)
    })
  })
  await ready
  let orders = 0
  const tell = (order: (id: number) => Order) =>
    new Promise<PreparedUser[]>((resolve, reject) => {
      const id = ++orders
      waiting.set(id, (answer) => {
        waiting.delete(id)
        if (answer.kind === 'done') resolve(answer.users)
        if (answer.kind === 'failed') reject(new Error(answer.message))
      })
      child.send(order(id))
    })
  return {
    api: `http://127.0.0.1:${options.port}`,
    prepare: (preparation) => tell((id) => ({ id, kind: 'prepare', preparation })),
    minutePasses: async () => void (await tell((id) => ({ id, kind: 'minute' }))),
    kill: () => killGroup(child),
  }
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
