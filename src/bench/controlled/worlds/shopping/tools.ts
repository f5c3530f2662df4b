/** Tools of a shopping assistant. None of them changes anything. */
import type { Tool } from '../../../../index.js'
import type { World } from '../../types.js'
import { lookupTool } from '../lookup-tool.js'
import type { ShoppingData } from './world.js'

/** Make the tools over a world. */
export function shoppingTools(world: World): Tool[] {
  const { products, sellers } = world.data as ShoppingData
  const product = (id: string) => products.find((one) => one.product_id === id)
  return [
    lookupTool('get_product', 'Category, warranty and weight of a product.', { product_id: 'like P0123' }, (id) => {
      const found = product(id)
      return found && { product_id: found.product_id, name: found.name, category: found.category, warranty_months: found.warranty_months, weight_grams: found.weight_grams }
    }),
    lookupTool('compare_price', 'Prices of a product at all sellers.', { product_id: 'like P0123' }, (id) => {
      const found = product(id)
      return found && { product_id: found.product_id, offers: found.offers.map(({ seller, price }) => ({ seller, price })) }
    }),
    lookupTool('check_stock', 'How many units of a product each seller has in stock.', { product_id: 'like P0123' }, (id) => {
      const found = product(id)
      return found && { product_id: found.product_id, offers: found.offers.map(({ seller, units }) => ({ seller, units })) }
    }),
    lookupTool('get_seller', 'Delivery and return days of a seller.', { seller: 'its name' }, (name) => sellers.find(({ seller }) => seller === name)),
  ]
}
