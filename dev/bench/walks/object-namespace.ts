import { createHash, randomBytes } from 'node:crypto'
import { newObjectState, type ObjectState } from './object-state.ts'

type ObjectClass<Kept> = new (...given: never[]) => Kept
type KeptObject<Kept> = { object: Kept; state: ObjectState }

/** Durable Objects of one class in this process. An alarm rings only when it is told to. */
export class ObjectNamespace<Kept extends object> {
  readonly #kept = new Map<string, KeptObject<Kept>>()
  readonly #of: ObjectClass<Kept>
  readonly #bindings: () => object
  readonly #waitUntil: (work: Promise<unknown>) => void

  /** `bindings` are asked for with the first object, because they have this namespace. */
  constructor(of: ObjectClass<Kept>, bindings: () => object, waitUntil: (work: Promise<unknown>) => void) {
    this.#of = of
    this.#bindings = bindings
    this.#waitUntil = waitUntil
  }

  newUniqueId(): string {
    return randomBytes(32).toString('hex')
  }

  idFromString(id: string): string {
    if (!/^[0-9a-f]{64}$/.test(id)) throw new TypeError('This namespace issued no such id.')
    return id
  }

  getByName(name: string): Kept {
    return this.get(createHash('sha256').update(name).digest('hex'))
  }

  get(id: string): Kept {
    const known = this.#kept.get(id)
    if (known) return known.object
    const state = newObjectState(id, this.#waitUntil)
    const object: Kept = Reflect.construct(this.#of, [state, this.#bindings()])
    this.#kept.set(id, { object, state })
    return object
  }

  /** When the alarm of the newest object rings; null where none is set. */
  get newestAlarm(): number | null {
    return [...this.#kept.values()].at(-1)?.state.alarm() ?? null
  }

  async ringNewest(): Promise<void> {
    const newest = [...this.#kept.values()].at(-1)
    if (newest) await ring(newest)
  }

  /** Rings one object whose alarm is due. False where none is. */
  async ringDue(now: number): Promise<boolean> {
    const due = [...this.#kept.values()].find(({ state }) => (state.alarm() ?? Infinity) <= now)
    if (due) await ring(due)
    return due !== undefined
  }
}

async function ring({ object, state }: KeptObject<object>): Promise<void> {
  await state.storage.deleteAlarm()
  if ('alarm' in object && typeof object.alarm === 'function') await object.alarm()
}
