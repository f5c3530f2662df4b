/** Names of colours. */
export const colours: ReadonlySet<string> = new Set(
  (
    'red green blue black white yellow orange purple pink brown grey gray beige navy teal turquoise violet magenta cyan maroon ivory ' +
    'rot grün blau schwarz weiß gelb lila braun grau rosa 红 红色 蓝 蓝色 绿色 黑色 白色 黄色 紫色 粉色 灰色 橙色 棕色'
  ).split(' '),
)
