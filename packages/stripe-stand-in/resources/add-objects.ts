import { newPrice } from '../engine/subscriptions/new-price.ts'
import type { Objects } from '../store/stripe-objects.ts'
import type { ObjectStore } from '../store/object-store.ts'
import { newCoupon } from './products/coupon-routes.ts'
import { newProduct } from './products/product-routes.ts'
import { newPromotionCode } from './products/promotion-code-routes.ts'
import { newEndpoint } from './webhook-endpoint-routes.ts'

type Wish<Make extends (store: ObjectStore, wish: never) => unknown> = Parameters<Make>[1]

export type AddObjects = ReturnType<typeof createAdd>

/** Adds what a shop sells, and its endpoint, with ids and a secret that Stripe would choose itself. */
export function createAdd(store: ObjectStore) {
  return {
    product: (wish: Wish<typeof newProduct>): Objects['product'] => newProduct(store, wish),
    price: (wish: Wish<typeof newPrice>): Objects['price'] => {
      const price = store.put('price', newPrice(store, wish))
      store.emit('price.created', price)
      return price
    },
    coupon: (wish: Wish<typeof newCoupon>): Objects['coupon'] => newCoupon(store, wish),
    promotionCode: (wish: Wish<typeof newPromotionCode>): Objects['promotion_code'] => newPromotionCode(store, wish),
    endpoint: (wish: Parameters<typeof newEndpoint>[1], secret: string): Objects['webhook_endpoint'] =>
      newEndpoint(store, wish, secret),
  }
}
