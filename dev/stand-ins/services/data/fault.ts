/**
 * How a service misbehaves.
 *
 * - `status`: answers this status; `retry_after` in seconds. `slow`: answers after `ms`.
 * - `answer`: this body instead of its own, with 200 if nothing else is said.
 * - `nonsense`: 200 with a page instead of JSON. `huge`: 200 with 4 MB. `redirect`: 302 to `to`.
 * - `reset`: closes the connection without an answer.
 */
export type FaultKind =
  | { kind: 'status'; status: number; retry_after?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'answer'; body: string | Uint8Array<ArrayBuffer>; content_type: string; status?: number }
  | { kind: 'nonsense' }
  | { kind: 'huge' }
  | { kind: 'redirect'; to: string }
  | { kind: 'reset' }

export type Fault = FaultKind & {
  /** A module name. */
  service: string
  /** How many more calls it meets; null without a limit. */
  calls: number | null
  /** When it ends, in ms; null without an end. */
  until: number | null
  /** The service does its work first; only the answer is lost. */
  afterwards: boolean
}

/** Faults that were asked for, and the time by which they end. */
type Faults = { faults: Fault[]; now: () => number }

/** `seconds` from now; `afterwards`: the service does its work first. */
export type FaultOptions = { calls?: number; seconds?: number; afterwards?: boolean }

/** Makes the next `calls` requests (1 by default) meet the fault, or all of the next `seconds`. */
export function addFault(ctx: Faults, service: string, fault: FaultKind & FaultOptions): void {
  const { calls, seconds, afterwards = false, ...kind } = fault
  const until = seconds === undefined ? null : ctx.now() + seconds * 1000
  ctx.faults.push({ ...kind, service, afterwards, until, calls: calls ?? (until === null ? 1 : null) })
}

/** The fault that meets this call, if any. */
export function takeFault(ctx: Faults, service: string): Fault | undefined {
  ctx.faults = ctx.faults.filter((fault) => isLeft(fault, ctx.now()))
  const fault = ctx.faults.find((each) => each.service === service)
  if (fault && fault.calls !== null) fault.calls -= 1
  return fault
}

/** The faults that are still to come. */
export function pendingFaults(ctx: Faults): Fault[] {
  return ctx.faults.filter((fault) => isLeft(fault, ctx.now()))
}

function isLeft({ calls, until }: Fault, now: number): boolean {
  return (calls === null || calls > 0) && (until === null || now < until)
}
