#!/usr/bin/env -S gjs -m
// A WebKitGTK window for WebDriver with persistent data, because MiniBrowser keeps none while it is automated.
import Gtk from 'gi://Gtk?version=3.0'
import WebKit from 'gi://WebKit2?version=4.1'
import { programArgs } from 'system'

const [folder, width, height] = programArgs

Gtk.init(null)
const store = new WebKit.WebsiteDataManager({ base_data_directory: `${folder}/data`, base_cache_directory: `${folder}/cache` })
const context = new WebKit.WebContext({ website_data_manager: store })
context.get_cookie_manager().set_persistent_storage(`${folder}/cookies.sqlite`, WebKit.CookiePersistentStorage.SQLITE)
context.set_preferred_languages(['en-GB'])
context.set_automation_allowed(true)

context.connect('automation-started', (_, session) => {
  const info = new WebKit.ApplicationInfo()
  info.set_name('WebKitGTK')
  session.set_application_info(info)
  session.connect('create-web-view', openWindow)
})
Gtk.main()

function openWindow() {
  const view = new WebKit.WebView({ web_context: context, is_controlled_by_automation: true })
  view.get_settings().enable_write_console_messages_to_stdout = true
  const window = new Gtk.Window({ default_width: Number(width), default_height: Number(height) })
  view.connect('close', () => window.destroy())
  window.connect('destroy', Gtk.main_quit)
  window.add(view)
  window.show_all()
  return view
}
