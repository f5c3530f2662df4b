/** Shops: products, sellers, prices and stock. */
import type { Random } from '../../random.js'
import type { World } from '../../types.js'
import { closeAmounts, twinIds } from '../twins.js'

/** A product, and what each seller asks for it and has of it. */
export type Product = {
  product_id: string
  name: string
  category: string
  warranty_months: number
  weight_grams: number
  offers: { seller: string; price: number; units: number }[]
}

/** What shopping tools look things up in. */
export type ShoppingData = {
  products: Product[]
  sellers: { seller: string; delivery_days: number; return_days: number }[]
}

const makes = ['Aria', 'Borea', 'Cirrus', 'Delphi', 'Enzo', 'Fjord', 'Gala', 'Halden', 'Ilex', 'Juno']
const goods: readonly [string, string, number][] = [
  ['kettle', 'Kitchen', 60], ['toaster', 'Kitchen', 45], ['blender', 'Kitchen', 90], ['headphones', 'Audio', 180], ['speaker', 'Audio', 140],
  ['backpack', 'Outdoor', 110], ['tent', 'Outdoor', 260], ['lamp', 'Home', 75], ['fan', 'Home', 85], ['keyboard', 'Office', 120],
]
const shops = ['Northgate', 'Brightway', 'Corner', 'Harbour', 'Linden', 'Summit']

/** Eight products, twins in identifier and price, at four sellers with similar names. */
export function shoppingWorld(random: Random): World & { data: ShoppingData } {
  const stem = random.pick(shops)
  const names = [`${stem} Shop`, `${stem} Market`, ...random.sample(shops.filter((one) => one !== stem), 2).map((one) => `${one} Store`)]
  const kinds = random.sample(goods, 4)
  const products = twinIds(random, 'P', 4, 8).map((product_id, at): Product => {
    const [noun, category, around] = kinds[at % kinds.length] ?? ['lamp', 'Home', 75]
    const amounts = closeAmounts(random, around, names.length)
    const units = random.sample(Array.from({ length: 50 }, (_, place) => place + 3), names.length)
    return {
      product_id, name: `${random.pick(makes)} ${noun}`, category, warranty_months: random.pick([12, 18, 24, 36]), weight_grams: random.int(20, 300) * 10,
      offers: names.map((seller, place) => ({ seller, price: amounts[place] ?? around, units: units[place] ?? 9 })),
    }
  })
  const sellers = names.map((seller) => ({ seller, delivery_days: random.int(2, 9), return_days: random.pick([14, 21, 30, 45, 60]) }))
  return { domain: 'shopping', data: { products, sellers } }
}
