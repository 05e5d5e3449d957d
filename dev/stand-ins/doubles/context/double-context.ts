import type { OAuthContext } from '../../oauth/oauth-state.ts'
import { addFault, pendingFaults, type Fault, type FaultKind, type FaultOptions } from '../../services/data/fault.ts'
import type { DoubleRequest, ServicesContext } from '../../services/data/services-state.ts'

/** Everything that the double of a real service is given. */
export type DoubleContext = {
  module_name: string
  /** Where it is mounted, without a slash at its end. */
  address: string
  now(): number
  /** Everything that it was asked, oldest first; not its own page and `/control`. */
  asked(): DoubleRequest[]
  /** Its own state, kept across restarts and reset with the other stand-ins. Call `save` after a change. */
  state<State extends object>(initial: () => State): State
  save(): void
  /** What the sign-ins of all services keep. */
  oauth: OAuthContext
  /** Makes requests to its API meet a fault, the next one if nothing else is said. */
  addFault(fault: FaultKind & FaultOptions): void
  /** The faults that are still to come. */
  faults(): Fault[]
  endFaults(): void
  /** Where the product is; null until it is known. */
  product(): string | null
}

/** The double's part of the stand-in's state. */
export function doubleContext(ctx: ServicesContext, module_name: string): DoubleContext {
  return {
    module_name,
    address: `${ctx.origin}/${module_name}`,
    now: ctx.now,
    asked: () => askedOf(ctx, module_name),
    state: <State extends object>(initial: () => State) => (ctx.state.doubles[module_name] ??= initial()) as State,
    save: ctx.save,
    oauth: ctx,
    addFault: (fault) => addFault(ctx, module_name, fault),
    faults: () => pendingFaults(ctx).filter(({ service }) => service === module_name),
    endFaults: () => {
      ctx.faults = ctx.faults.filter(({ service }) => service !== module_name)
    },
    product: () => ctx.product,
  }
}

/** Finds the requests that a double has received; not kept across restarts. */
function askedOf(ctx: ServicesContext, module_name: string): DoubleRequest[] {
  const asked = ctx.asked.get(module_name) ?? []
  ctx.asked.set(module_name, asked)
  return asked
}
