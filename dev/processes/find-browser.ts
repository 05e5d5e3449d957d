import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { run } from './run.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * Finds a Chromium for the browser journeys: the one in CHROMIUM, one on the PATH, Playwright's own, or Debian's
 * package. Throws an error that says what to do when none can be installed.
 */
export async function findBrowser(): Promise<string> {
  const known = knownBrowser()
  if (known) return known
  console.log('No Chromium found. Installing one …')
  await run('playwright', ['install', 'chromium']).catch(() => null)
  if (playwrights()) return chromium.executablePath()
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq']).catch(() => null)
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { DEBIAN_FRONTEND: 'noninteractive' }).catch(() => null)
  }
  const installed = onPath()
  if (installed) return installed
  throw new Error('The browser journeys need Chromium. Install it, or set its path: CHROMIUM=/path/chromium npm test')
}

/** Finds an installed Chromium, without installing one. */
export function knownBrowser(): string | undefined {
  return process.env.CHROMIUM ?? onPath() ?? playwrights()
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function playwrights(): string | undefined {
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}
