/**
 * Of each setting, what its value makes of a challenge: Workers compare their values without showing them. A list of
 * keys has one mark for each key, the newest first.
 */
export type SettingMarks = Readonly<Record<string, readonly string[]>>

/** The report of the Runner's Worker on itself. */
export type WorkerReport = {
  /** Cloudflare's id of the version that runs; null on a developer's machine. */
  version: string | null
  /** Whether its D1 answers. */
  reads_database: boolean
  /** None where `is_stopped`. */
  marks: SettingMarks
  /** What is wrong with its settings: `NAME: what is wrong`. A release from before does not say. */
  setting_problems?: readonly string[]
  /** Whether one of these is a setting that it cannot do without. */
  is_stopped?: boolean
}

/** The Runner's Worker, as the API Worker reaches it. */
export type RunnerHealth = { report(challenge: string): Promise<WorkerReport> }
