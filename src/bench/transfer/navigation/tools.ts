/** Tools of a guide through software. None of them changes anything. */
import type { Tool } from '../../../index.js'
import type { World } from '../../controlled/types.js'
import { lookupTool } from '../../controlled/worlds/lookup-tool.js'
import type { NavigationData } from './world.js'

/** Make the tools over a world. */
export function navigationTools(world: World<'navigation'>): Tool[] {
  const { pages, guides } = world.data as NavigationData
  return [
    lookupTool('open_page', 'What stands on a page: its menu, the button in its header, its form.', { page: 'its title' }, (title) => pages.find(({ page }) => page === title)),
    lookupTool('read_guide', 'The steps of a task, in order.', { task: 'its title' }, (title) => guides.find(({ task }) => task === title)),
  ]
}
