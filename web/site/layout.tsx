import type { ReactNode } from 'react'
import type { Session } from './session.ts'
import { useSite } from './site-context.tsx'

type Props = { session: Promise<Session>; path: string; children: ReactNode }

export function Layout({ children }: Props) {
  const { product_name } = useSite()
  return (
    <>
      <header>{product_name}</header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}
