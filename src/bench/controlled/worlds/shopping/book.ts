/** What shopping sessions are about. */
import type { DomainBook } from '../book.js'
import type { World } from '../../types.js'
import { shoppingSlots } from './slots.js'
import { shoppingTools } from './tools.js'
import { shoppingWorld, type Product, type ShoppingData } from './world.js'

const products = (world: World): Product[] => (world.data as ShoppingData).products
const product = (world: World, id: string): Product | undefined => products(world).find((one) => one.product_id === id)

/** The shopping domain. */
export const shoppingBook: DomainBook = {
  domain: 'shopping', makeWorld: shoppingWorld, tools: shoppingTools, slots: shoppingSlots,
  attributes: [
    { noun: 'delivery address', zh: '送货地址', kind: 'text', values: ['14 Elm Street', '41 Elm Street', '9 Oak Lane', '19 Oak Lane', '27 Mill Road', '72 Mill Road'], zhValues: ['榆树街14号', '榆树街41号', '橡树巷9号', '橡树巷19号'] },
    { noun: 'shoe size', zh: '鞋码', kind: 'text', values: ['38', '39', '41', '42', '43', '45'], zhValues: ['38码', '39码', '41码', '42码'] },
    { noun: 'favourite colour', zh: '喜欢的颜色', kind: 'text', values: ['teal', 'crimson', 'olive', 'navy', 'amber', 'violet'], zhValues: ['青色', '红色', '黑色', '白色'] },
    { noun: 'preferred courier', zh: '首选快递', kind: 'text', values: ['DHL', 'UPS', 'FedEx', 'Hermes', 'Evri', 'GLS'], zhValues: ['顺丰', '中通', '圆通', '韵达'] },
    { noun: 'gift budget', kind: 'money' },
    { noun: 'monthly spending limit', kind: 'money' },
    { noun: 'wedding date', zh: '婚礼日期', kind: 'date' },
  ],
  pointer: {
    noun: 'chosen product', ids: (world) => products(world).map(({ product_id }) => product_id),
    fields: [
      { key: 'price', valueOf: (world, id) => Math.min(...product(world, id)?.offers.map(({ price }) => price) ?? []).toString() },
      { key: 'weight', valueOf: (world, id) => String(product(world, id)?.weight_grams) },
    ],
  },
  items: ['wool', 'latex', 'nickel', 'peanuts', 'shellfish', 'lanolin', 'sesame', 'walnuts'],
  zhItems: ['花生', '虾', '芝麻', '羊毛', '芒果', '乳胶'],
}
