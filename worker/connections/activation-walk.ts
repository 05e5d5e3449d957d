type Walk = {
  /** The first requested service that still needs an account; null if none does (§4.10). */
  next: string | null
  /** "Step 2 of 3", counting only requested services that need an account. */
  step: number
  steps: number
  /** Whether another service remains after `next`. */
  more: boolean
}

type Given = {
  /** In the requested order; a service named twice needs two accounts. */
  names: readonly string[]
  /** Built-in services, which need no account. */
  builtIn: ReadonlySet<string>
  /** The user's working accounts per service. */
  accounts: ReadonlyMap<string, number>
  /** Asks for the first service again although it is connected, to repair it or add an account. */
  reconnect?: boolean
}

/** Finds the next service: the first with fewer working accounts than times it is named. */
export function nextActivationStep({ names, builtIn, accounts, reconnect = false }: Given): Walk {
  const needed = names.filter((name) => !builtIn.has(name))
  const seen = new Map<string, number>()
  const open = needed.flatMap((name, index) => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth > (accounts.get(name) ?? 0) ? [index] : []
  })
  const first = reconnect && needed.length > 0 ? 0 : open[0]
  if (first === undefined) return { next: null, step: needed.length, steps: needed.length, more: false }
  return {
    next: needed[first] ?? null,
    step: first + 1,
    steps: needed.length,
    more: open.some((index) => index !== first),
  }
}
