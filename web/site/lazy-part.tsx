import { createContext, lazy, Suspense, useContext, useState, type ComponentType, type ReactNode } from 'react'

/** Addresses of scripts and stylesheets. */
export type Files = { scripts: readonly string[]; styles: readonly string[] }

/** The files of a part that its page does not name. Only the server has them: the browser's import brings its own. */
const PartFilesContext = createContext<(module: string) => Files>(() => ({ scripts: [], styles: [] }))
export const PartFiles = PartFilesContext.Provider

/**
 * A part of a page in a file of its own, which the server renders too. Its stylesheets come with its HTML, which waits
 * for them. `module`: its file below web/; `load` imports the same. Shows `fallback` in the browser until it has loaded, and
 * says so where it cannot.
 */
export function lazyPart<Props extends object>(
  module: string,
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
) {
  const begin = (): ComponentType<Props> =>
    lazy(async () => ({
      default: await load().catch(() => {
        // Shown again, it is loaded again.
        next = begin()
        return LostPart
      }),
    }))
  let next = begin()
  return function LazyPart(props: Props) {
    const [View] = useState(() => next)
    return (
      <>
        <FilesOf module={module} />
        <Suspense fallback={fallback}>
          <View {...props} />
        </Suspense>
      </>
    )
  }
}

function LostPart() {
  return <p role="alert">This part could not be loaded. Please try again.</p>
}

/** Outside the part's own Suspense, so that what is around the part waits too and nothing moves. */
function FilesOf({ module }: { module: string }) {
  const { scripts, styles } = useContext(PartFilesContext)(module)
  return (
    <>
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="part" />
      ))}
      {scripts.map((href) => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}
