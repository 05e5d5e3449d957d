import type { Plugin } from 'vite'
import { parseSync, Visitor } from 'rolldown/utils'
import { blankOut, type Part } from '../dev/processes/blank-out.ts'
import { bodiesReplaced } from '../dev/processes/replace-bodies.ts'

/** Functions of React's browser build that only a feature runs which no page uses: they throw. */
const UNUSED = [
  // Components that are classes, `Activity`, `SuspenseList`, custom elements.
  'updateClassComponent',
  'updateActivityComponent',
  'updateSuspenseListComponent',
  'setPropOnCustomElement',
  // `ref` on a Fragment.
  'FragmentInstance',
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  'getParentForFragmentAncestors',
  'validateDocumentPositionWithFiberTree',
  // `useActionState`.
  'mountActionState',
  'rerenderActionState',
  'updateActionState',
  'updateActionStateImpl',
  // `ViewTransition`.
  'ViewTransitionPseudoElement',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'createViewTransitionInstance',
  'measureViewTransitionHostInstancesRecursive',
  'restorePairedViewTransitions',
  'startViewTransition',
  // `precedence`, which only the server writes (site/lazy-part.tsx).
  'adoptPreloadPropsForStylesheet',
  'insertStylesheet',
  'insertStylesheetIntoRoot',
  'insertSuspendedStylesheets',
  'preloadStylesheet',
  'stylesheetPropsFromRawProps',
  // `preload` and its kind, from react-dom.
  'preinitModuleScript',
  'preinitScript',
  'preinitStyle',
  'preload',
  'preloadModule',
]

/** Functions that look for such features in every page: they do nothing. */
const IDLE = [
  'suspendResource',
  'applyViewTransitionToHostInstances',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'measureNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'restoreViewTransitionName',
  'trackEnterViewTransitions',
]

/** Classes whose methods go too. */
const CLASSES = ['FragmentInstance', 'ViewTransitionPseudoElement']

/** What is written in place of a body. */
const THROWS = '{throw Error("not in this build")}'

/**
 * Leaves features of React, 7 kB, out of the browser's build that no page uses; react-dom-parts.test.ts holds the sources
 * to that. Fails where React has no such function.
 */
export function leaveOutReactParts(): Plugin {
  return {
    name: 'leave-out-react-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: (code) => ({ code: withoutParts(code), map: null }),
    },
  }
}

/** React makes a script by HTML, which Trusted Types refuse; ours hold only data, so none runs. */
const BY_HTML =
  /nextResource = ownerDocument\.createElement\("div"\);\s*nextResource\.innerHTML = "<script>[^]*?firstChild\s*\);/

function scriptByHtml(code: string): Part {
  const found = BY_HTML.exec(code)
  if (!found) throw new Error('React has no script made by HTML.')
  const [text] = found
  return {
    start: found.index,
    end: found.index + text.length,
    by: 'nextResource=ownerDocument.createElement("script");',
  }
}

export function withoutParts(code: string): string {
  const bodies = new Map([
    ...UNUSED.map((name) => [name, THROWS] as const),
    ...IDLE.map((name) => [name, '{}'] as const),
  ])
  const parts = [scriptByHtml(code), ...bodiesReplaced(code, bodies)]
  const visitor = new Visitor({
    ExpressionStatement({ start, end }) {
      const [name, member] = code.slice(start, end).split('.', 2)
      if (name !== undefined && member === 'prototype' && CLASSES.includes(name)) parts.push({ start, end })
    },
  })
  visitor.visit(parseSync('react-dom.cjs', code, { sourceType: 'script' }).program)
  return blankOut(code, parts)
}
