import type { Component } from '../../processes/write-sbom.ts'

/** What we may ship with. The pattern knows the text of a license whose package does not name it. */
const ALLOWED: Record<string, RegExp | null> = {
  MIT: /Permission is hereby granted, free of charge.*The above copyright notice and this permission notice/is,
  'MIT-0': null,
  ISC: /Permission to use, copy, modify, and\/or distribute this software for any purpose with or without fee/i,
  'BSD-2-Clause': /^(?!.*Neither the name).*Redistributions of source code must retain.*binary form must reproduce/is,
  'BSD-3-Clause': /Redistributions of source code must retain.*Neither the name/is,
  'Apache-2.0': null,
  '0BSD': null,
}

/**
 * Counts the licenses of components, and lists those whose license is unknown or not allowed. `textOf` reads the license
 * file of a component whose package names none; null: there is no such file.
 */
export function checkLicenses(components: readonly Component[], textOf: (component: Component) => string | null) {
  const counts = new Map<string, number>()
  const problems: string[] = []
  for (const component of components) {
    const license = namedLicense(component) ?? licenseOfText(textOf(component))
    if (license === null) problems.push(`${component.name} ${component.version} has no license that we know.`)
    else if (!isAllowed(license)) problems.push(`${component.name} ${component.version} is under ${license}.`)
    counts.set(license ?? 'unknown', (counts.get(license ?? 'unknown') ?? 0) + 1)
  }
  return { counts, problems }
}

/** Several licenses at once all apply. */
function namedLicense({ licenses = [] }: Component): string | null {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unnamed')
  return named.length > 0 ? named.join(' AND ') : null
}

function licenseOfText(text: string | null): string | null {
  const found = text === null ? [] : Object.entries(ALLOWED).filter(([, pattern]) => pattern?.test(text))
  return found.length === 1 ? (found[0]?.[0] ?? null) : null
}

/** An SPDX expression without nested parentheses: one side of OR is enough, both sides of AND count. */
function isAllowed(expression: string): boolean {
  return expression.split(' AND ').every((part) =>
    part
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((license) => Object.hasOwn(ALLOWED, license)),
  )
}
