import type { SourceProblem, StepOutcome, TriggerItem } from './step-outcome.ts'

/** The address of a Source: one of a service's sources with normalized fields. Equal ones are one object. */
export type SourceAddress = { module_name: string; source: string; fields: Record<string, string> }

/** How far a follower knows a Source. `generation`: numbers of another one mean nothing. */
export type SourcePlace = { generation: string; number: number }

/**
 * A Runner follows, or renews that it does. `every`: how often its plan polls, in ms. `known`: null where it knows
 * nothing yet. `older`: it wants what it knows again. `soon`: somebody asks now.
 */
export type FollowRequest = {
  address: SourceAddress
  runner_id: string
  /** The identity of the Runner's subscription. */
  identity: string
  every: number
  known: SourcePlace | null
  older: boolean
  soon: boolean
}

/**
 * `items`: those after `known`, newest first; `older`: those up to it, if they were asked for. `skipped`: some of them
 * are not kept anymore. `problem`: the Source has never been read yet.
 */
export type FollowAnswer =
  | ({ kind: 'items'; items: TriggerItem[]; older: TriggerItem[]; skipped: boolean; note: string | null } & SourcePlace)
  | { kind: 'problem'; problem: SourceProblem }

/**
 * A Source's message to a follower: the items after number `after` up to `number`, oldest first. `note`: what its user
 * should know, such as why it cannot be read now; null where all is well.
 */
export type SourceTell = SourcePlace & {
  identity: string
  after: number
  items: TriggerItem[]
  note: string | null
  /** Whether the Source could be read. */
  ok: boolean
}

/** `unknown`: it does not follow anymore. `number`: how far it knows the Source now. */
export type TellAnswer = { kind: 'unknown' } | { kind: 'told'; number: number }

/** When a Source was last read and is read next, in ms. */
export type SourceTimes = { last_checked: number | null; next_check: number | null }

/** A verification by a WebSub hub, as its GET has it. */
export type HubVerification = { mode: string; topic: string; challenge: string; lease_seconds: number | null }

/** A push of a WebSub hub: its POST. */
export type HubPush = { body: ArrayBuffer; content_type: string; signature: string }

/** A Source: read once for everyone who follows it. Every method may throw if it cannot be reached. */
export type SourceApi = {
  follow(request: FollowRequest): Promise<FollowAnswer>
  unfollow(runner_id: string, identity: string): Promise<void>
  /** The present items, newest first: read again where they are too old. */
  read(address: SourceAddress): Promise<StepOutcome<TriggerItem[]>>
  times(): Promise<SourceTimes>
  /** The challenge to repeat to a hub that verifies what we asked for; null refuses. */
  verifyHub(secret: string, verification: HubVerification): Promise<string | null>
  /** Takes what a hub pushed. False for an address that is not in use. */
  takePush(secret: string, push: HubPush): Promise<boolean>
}

/** How the Worker reaches Sources (`ctx.sources`). */
export type Sources = {
  /** The Source of this address, made with its first follower. */
  at(address: SourceAddress): Promise<SourceApi>
  /** By its id, as a hub calls it; null for an id that was never issued. */
  find(source_id: string): SourceApi | null
}
