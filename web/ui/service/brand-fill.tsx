import type { Brand } from '../../../worker/contract/shared/brand-color.ts'

/**
 * The brand colour behind its parent, which needs brandClasses(brand). An SVG attribute,
 * because the content security policy refuses style attributes, in HTML that the server rendered too.
 */
export function BrandFill({ brand }: { brand: Brand }) {
  return (
    <svg className="brand-fill" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={brand.background} />
    </svg>
  )
}

/** Class names for whatever stands on a BrandFill. */
export function brandClasses({ tone }: Brand): string {
  return `on-brand on-brand-${tone}`
}
