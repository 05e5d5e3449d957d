import { pastedText, readCredentials, type AccountValues } from '../../../../worker/engine/steps/account-io.ts'
import type { StepOutcome } from '../../../../worker/system/runner-api/step-outcome.ts'
import type { OpenedSession } from '../../../../worker/services/format/connect-code.ts'

type Values = Record<string, string>

/** The account of a service under test, as a Runner reads and refreshes it. */
export class ConnectedAccount {
  /** The values that were pasted or signed in with, and those that were opened with them. */
  values: Values = {}
  /** Whether the Runner has marked the connection as broken. */
  isBroken = false
  refreshToken = ''
  /** Replaces what has ended; without it the account stays as it is. */
  onRefresh: () => Promise<void> = async () => {}
  #version = 1

  credentials(): AccountValues {
    return readCredentials(pastedText(this.values))
  }

  access() {
    if (this.isBroken) return { kind: 'broken' as const }
    return { kind: 'token' as const, version: this.#version, ...this.credentials() }
  }

  async refresh() {
    await this.onRefresh()
    return this.access()
  }

  replace(values: Values): void {
    this.values = values
    this.#version += 1
  }

  /** Keeps a session that was opened or refreshed. Throws its problem's words. */
  keepSession(opened: StepOutcome<OpenedSession>): void {
    if (!opened.ok) throw new Error(opened.problem.message)
    this.refreshToken = opened.value.refresh_token
    this.replace({ ...this.values, ...opened.value.values })
  }
}
