import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from './run.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const HEADLESS_SHELL = 'chromium-headless-shell'
const QUIET_APT = { DEBIAN_FRONTEND: 'noninteractive' }

/**
 * Makes sure that a Chromium is here: the one in CHROMIUM, one on the PATH, Playwright's own, or Debian's package. Adds
 * Debian's headless shell where possible. Throws an error that says what to do when no browser can be installed.
 */
export async function installBrowser(): Promise<void> {
  if (!knownBrowser()) {
    console.log('No Chromium found. Installing one …')
    await run('playwright', ['install', 'chromium']).catch(() => null)
    if (!playwrights()) await installPackages('chromium')
  }
  if (!process.env.CHROMIUM && !onPath([HEADLESS_SHELL])) await installPackages(HEADLESS_SHELL)
  if (knownBrowser()) return
  throw new Error('The browser journeys need Chromium. Install it, or set its path: CHROMIUM=/path/chromium npm test')
}

/** Finds an installed Chromium, without installing one. */
export function knownBrowser(): string | undefined {
  return process.env.CHROMIUM ?? onPath(BROWSERS) ?? playwrights()
}

/** Finds Chromium without its windows, which takes a third less time; it has no notifications. CHROMIUM overrides it. */
export function knownHeadlessShell(): string | undefined {
  return process.env.CHROMIUM ?? onPath([HEADLESS_SHELL])
}

async function installPackages(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  await run('apt-get', ['update', '-qq']).catch(() => null)
  await run('apt-get', ['install', '-y', '-qq', name], QUIET_APT).catch(() => null)
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function playwrights(): string | undefined {
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}
