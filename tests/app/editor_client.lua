-- What a user does in Neovim: opens a file, waits for findings, asks what they rest on, applies one. Leaves what it saw
-- in SEEN as JSON, for editors_test.cpp. Run as `nvim --headless -u NONE -i NONE -n FILE -S editor_client.lua`.
local seen = {}

local function leave(problem)
  seen.problem = problem
  vim.fn.writefile({vim.json.encode(seen)}, vim.env.SEEN)
  vim.cmd(problem and 'cquit' or 'quitall!')
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n') .. '\n'
end

local function run()
  vim.bo.filetype = 'cuda'
  local id = vim.lsp.start_client({
    cmd = {vim.env.WARPWRIGHT, 'lsp'},
    root_dir = vim.fn.getcwd(),
    init_options = {cuda = 'none', arguments = {'600', '11', '5'}},
  })
  vim.lsp.buf_attach_client(0, id)
  local client = vim.lsp.get_client_by_id(id)
  local function ask(method, params)
    local answer, problem = client.request_sync(method, params, 60000, vim.api.nvim_get_current_buf())
    if not answer then error(method .. ': ' .. tostring(problem)) end
    if answer.err then error(method .. ': ' .. answer.err.message) end
    return answer.result
  end

  local function finding()
    for _, one in ipairs(vim.diagnostic.get(0)) do
      if one.severity == vim.diagnostic.severity.INFO then return one end
    end
  end
  if not vim.wait(60000, finding, 20) then return leave('no finding came') end

  -- Typed in front of it: what is found moves along.
  local first = finding().lnum
  vim.api.nvim_buf_set_lines(0, 0, 0, true, {'// 😀'})
  local moved = vim.wait(60000, function() return finding() and finding().lnum == first + 1 end, 20)
  if not moved then return leave('the finding did not move') end
  local found = finding()
  seen.message, seen.line = found.message, found.lnum

  vim.api.nvim_win_set_cursor(0, {found.lnum + 1, found.col})
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  seen.hover = ask('textDocument/hover', place).contents.value

  local where = vim.lsp.util.make_range_params(0, client.offset_encoding)
  where.context = {diagnostics = {}, only = {'quickfix'}}
  local action = ask('textDocument/codeAction', where)[1]
  local resolved = ask('codeAction/resolve', action)
  seen.title, seen.id = action.title, action.data.opportunity
  seen.diff = resolved.data.diff

  seen.observed = ask('workspace/executeCommand',
                      {command = 'warpwright.observe', arguments = {{uri = vim.uri_from_bufnr(0)}}}).summary
  local compared = ask('workspace/executeCommand', {command = 'warpwright.verify', arguments = {action.data}})
  seen.identical = compared.identical

  -- An edit that was made for another text is refused by the editor.
  vim.api.nvim_buf_set_lines(0, 0, 1, true, {'// 😀😀'})
  local before = text()
  pcall(vim.lsp.util.apply_workspace_edit, resolved.edit, client.offset_encoding)
  seen.refusesStale = text() == before

  -- One for this text is applied.
  vim.lsp.util.apply_workspace_edit(ask('codeAction/resolve', action).edit, client.offset_encoding)
  seen.text = text()
  client.stop()
  if not vim.wait(10000, function() return client.is_stopped() end, 20) then return leave('it did not stop') end
  leave()
end

local fine, problem = pcall(run)
if not fine then leave(tostring(problem)) end
