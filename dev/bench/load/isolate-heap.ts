/** The JavaScript heap of one Worker's isolate, read through workerd's inspector. */
type IsolateHeap = {
  /** Memory still in use after everything unreachable has been collected, in MB: objects and buffers. */
  usedAfterGc(): Promise<number>
  close(): void
}

type Target = { id: string; webSocketDebuggerUrl: string }
type Answer = { id?: number; result?: { usedSize?: number; backingStorageSize?: number }; error?: { message: string } }

/** Connects to the isolate of this Worker. Throws if the inspector does not know it. */
export async function openIsolateHeap(inspectorPort: number, worker: string): Promise<IsolateHeap> {
  const targets: Target[] = JSON.parse(await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).text())
  const target = targets.find(({ id }) => id === `core:user:${worker}`)
  if (!target) throw new Error(`The inspector knows no Worker "${worker}".`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('The inspector refused the connection.')))
  })
  let asked = 0
  const call = (method: string) =>
    new Promise<Answer>((resolve, reject) => {
      const id = ++asked
      const listen = ({ data }: MessageEvent) => {
        const text = String(data)
        if (!text.startsWith(`{"id":${id},`)) return
        const answer: Answer = JSON.parse(text)
        socket.removeEventListener('message', listen)
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
        else resolve(answer)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async usedAfterGc() {
      // workerd ignores `collectGarbage`; a snapshot begins with a collection, and its chunks are not looked at.
      await call('HeapProfiler.takeHeapSnapshot')
      const { usedSize = 0, backingStorageSize = 0 } = (await call('Runtime.getHeapUsage')).result ?? {}
      return (usedSize + backingStorageSize) / 1_000_000
    },
    close: () => socket.close(),
  }
}
