/** What support sessions are about. */
import type { DomainBook } from '../book.js'
import type { World } from '../../types.js'
import { supportSlots } from './slots.js'
import { supportTools } from './tools.js'
import { supportWorld, type Order, type SupportData } from './world.js'

const orders = (world: World): Order[] => (world.data as SupportData).orders
const order = (world: World, id: string): Order | undefined => orders(world).find((one) => one.order_id === id)

/** The support domain. */
export const supportBook: DomainBook = {
  domain: 'support', makeWorld: supportWorld, tools: supportTools, slots: supportSlots,
  attributes: [
    { noun: 'account plan', zh: '账户套餐', kind: 'text', values: ['Gold', 'Silver', 'Platinum', 'Bronze', 'Basic'], zhValues: ['金卡', '银卡', '白金卡', '普通卡'] },
    { noun: 'contact channel', zh: '联系方式', kind: 'text', values: ['phone', 'letter', 'chat', 'text message', 'video call'], zhValues: ['电话', '短信', '微信', '邮件'] },
    { noun: 'account manager', zh: '客户经理', kind: 'text', values: ['Ms Lindqvist', 'Ms Lindgren', 'Mr Okafor', 'Mr Okoye', 'Ms Duarte', 'Mr Duval'], zhValues: ['王芳', '王方', '李强', '李响'] },
    { noun: 'billing address', zh: '账单地址', kind: 'text', values: ['3 Harbour Row', '13 Harbour Row', '8 Station Road', '18 Station Road', '56 Park Avenue'], zhValues: ['港口路3号', '港口路13号', '车站路8号'] },
    { noun: 'refund amount', kind: 'money' },
    { noun: 'outstanding balance', kind: 'money' },
    { noun: 'renewal date', zh: '续约日期', kind: 'date' },
    { noun: 'appointment date', kind: 'date' },
  ],
  pointer: {
    noun: 'disputed order', ids: (world) => orders(world).map(({ order_id }) => order_id),
    fields: [
      { key: 'carrier', valueOf: (world, id) => order(world, id)?.carrier ?? '' },
      { key: 'total', valueOf: (world, id) => String(order(world, id)?.total) },
    ],
  },
  items: ['router', 'printer', 'thermostat', 'doorbell', 'projector', 'humidifier', 'scanner', 'dehumidifier'],
  zhItems: ['路由器', '打印机', '门铃', '投影仪', '扫描仪', '音箱'],
}
