/** Words that say where a thing stands. */
export const statuses: ReadonlySet<string> = new Set(
  (
    'active inactive shipped delivered pending cancelled canceled refunded returned ' +
    'confirmed unconfirmed open closed resolved approved rejected denied paid unpaid ' +
    'processing processed completed failed available unavailable expired suspended blocked ' +
    'delayed landed flying booked enabled disabled valid invalid overdue verified ' +
    'lost stolen damaged defective draft published archived aktiv versandt storniert bezahlt offen geschlossen 已发货 已取消 已退款 待处理 有效 无效 已完成'
  ).split(' '),
)
