import type { ObjectWorld } from '../../../system/context/object-world.ts'
import type { SourceTell, TellAnswer } from '../../../system/runner-api/source-api.ts'
import type { SourceDefinition, SourceIo } from '../../steps/service-steps.ts'
import type { AppLimit } from '../../../system/runner-api/host-api.ts'

/** Everything outside of a Source's own logic: the Durable Object gives it the real ones, the simulation its own. */
export type SourceWorld = ObjectWorld & {
  /** The object's id, which hubs call. */
  source_id: string
  /** 256 random bits, base64url. */
  token(): string
  findSource(module_name: string, source: string): FoundSource | null
  io(module_name: string): SourceIo
  /** How long to wait before its hosts may be asked, in ms: the kill switch, their breaker, and the app's own limit. */
  delay(module_name: string, hosts: readonly string[], limit: AppLimit | null): Promise<number>
  /** Tells the host's breaker how a reading ended. */
  reportHost(hosts: readonly string[], ok: boolean): void
  /** Tells a follower. Throws if its Runner cannot be reached. */
  tell(runner_id: string, tell: SourceTell): Promise<TellAnswer>
  /** Where a hub calls this Source. */
  callbackAddress(secret: string): string
  /** Deletes everything that is stored. */
  deleteAll(): Promise<void>
  /** Waits so many ms, in memory only. A wait that goes on keeps the object there, so it is ended where it can be. */
  sleep(ms: number, end: AbortSignal): Promise<void>
}

type FoundSource = { definition: SourceDefinition; hosts: readonly string[]; limit: AppLimit | null }
