import { ExternalStore } from '../state/external-store.ts'
import { switchFlow, type SwitchEvent, type SwitchState } from './switch-flow.ts'

export type SwitchPorts = {
  save(on: boolean): Promise<unknown>
  /** What its user wants is saved. */
  saved?(): void
  refused?(error: unknown): void
  flash(error: unknown): void
}

/** Runs the flow of one switch. After closing, it sends and shows nothing. */
export class SwitchDriver extends ExternalStore<SwitchState> {
  #open = false
  readonly #ports: SwitchPorts

  constructor(on: boolean, ports: SwitchPorts) {
    super({ kind: 'settled', on })
    this.#ports = ports
  }

  /** Returns a function that closes it. */
  open(): () => void {
    this.#open = true
    return () => {
      this.#open = false
    }
  }

  send(event: SwitchEvent): void {
    this.#apply(event)
  }

  /** `error`: why the event's save failed. */
  #apply(event: SwitchEvent, error: unknown = null): void {
    if (!this.#open) return
    const { state, effect } = switchFlow(this.get(), event)
    this.set(state)
    if (effect?.do === 'save') void this.#save(effect.on)
    if (effect?.do === 'flash') this.#ports.flash(error)
    if (event.type === 'succeeded' && state.kind === 'settled') this.#ports.saved?.()
  }

  async #save(on: boolean): Promise<void> {
    try {
      await this.#ports.save(on)
      this.send({ type: 'succeeded' })
    } catch (error) {
      this.#apply({ type: 'failed' }, error)
      this.#ports.refused?.(error)
    }
  }
}
