<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Body</name>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>Step table</source>
        <translation>逐步数据</translation>
    </message>
</context>
<context>
    <name>CheckPanel</name>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>Gradient check of the shown step</source>
        <translation>当前步的梯度检验</translation>
    </message>
    <message>
        <source>The numerical gradient is a central difference in float64. Whole numbers on hover; Ctrl+C copies the table</source>
        <translation>数值梯度是 float64 的中心差分。悬停可看完整数值；Ctrl+C 复制表格</translation>
    </message>
    <message>
        <source>The gradient is checked once the training loop is compiled.</source>
        <translation>训练循环编译完成后检验梯度。</translation>
    </message>
    <message>
        <source>✗ The gradient is wrong, first at step {step}.</source>
        <translation>✗ 梯度计算有误，首次在第 {step} 步。</translation>
    </message>
    <message>
        <source>✓ gradient ≈ 0, nothing left to check</source>
        <translation>✓ 梯度 ≈ 0，无需再检验</translation>
    </message>
    <message>
        <source>✓ The gradient is right at the start ({point}).</source>
        <translation>✓ 初始值处梯度正确（{point}）。</translation>
    </message>
    <message>
        <source>✓ The gradient is right at step {step}.</source>
        <translation>✓ 第 {step} 步梯度正确。</translation>
    </message>
    <message>
        <source>? Not conclusive at the start: {reason}.</source>
        <translation>? 初始值处无法判定：{reason}。</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tape.gradient</source>
        <translation>tape.gradient</translation>
    </message>
    <message>
        <source>numerical gradient</source>
        <translation>数值梯度</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许误差</translation>
    </message>
    <message>
        <source>rounding of float32</source>
        <translation>float32 的舍入</translation>
    </message>
    <message>
        <source>✓ agrees</source>
        <translation>✓ 一致</translation>
    </message>
    <message>
        <source>✗ disagrees</source>
        <translation>✗ 不一致</translation>
    </message>
    <message>
        <source>? not conclusive</source>
        <translation>? 无法判定</translation>
    </message>
    <message>
        <source>gradient ≈ 0</source>
        <translation>梯度 ≈ 0</translation>
    </message>
</context>
<context>
    <name>ControlsPanel</name>
    <message>
        <source>Precision: {dtype}</source>
        <translation>精度：{dtype}</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Train only if the gradient is right</source>
        <translation>梯度正确才训练</translation>
    </message>
    <message>
        <source>Which Keras optimizer makes the updates, with its defaults</source>
        <translation>用哪个 Keras 优化器更新参数（默认设置）</translation>
    </message>
    <message>
        <source>Loss function</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>What is made small</source>
        <translation>要减小的量</translation>
    </message>
    <message>
        <source>Seed of the noise</source>
        <translation>噪声的随机种子</translation>
    </message>
    <message>
        <source>The seed of the noise, as in np.random.seed</source>
        <translation>噪声的随机种子，与 np.random.seed 相同</translation>
    </message>
    <message>
        <source>Check the gradient at the start first, and refuse to train if it is wrong</source>
        <translation>先在初始值处检验梯度，有误则不训练</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>In which precision TensorFlow trains</source>
        <translation>TensorFlow 训练时使用的精度</translation>
    </message>
    <message>
        <source>Start value of {name}</source>
        <translation>{name} 的初始值</translation>
    </message>
    <message>
        <source>Where {name} starts; or click on the surface</source>
        <translation>{name} 从哪里开始；也可点击损失曲面</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Standard deviation of the noise on y</source>
        <translation>y 上噪声的标准差</translation>
    </message>
    <message>
        <source>{count} points, {source}</source>
        <translation>{count} 个点，{source}</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
</context>
<context>
    <name>FitPanel</name>
    <message>
        <source>Data and line</source>
        <translation>数据与拟合直线</translation>
    </message>
    <message>
        <source>residuals</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Show the distance of each point from the line</source>
        <translation>显示每个点到直线的距离</translation>
    </message>
    <message>
        <source>every {stride}th of {count} points is drawn</source>
        <translation>{count} 个点中每隔 {stride} 个画一个</translation>
    </message>
    <message>
        <source>the line is not finite</source>
        <translation>直线不是有限值</translation>
    </message>
    <message>
        <source>▼ the line is below</source>
        <translation>▼ 直线在下方</translation>
    </message>
    <message>
        <source>▲ the line is above</source>
        <translation>▲ 直线在上方</translation>
    </message>
    <message>
        <source>the line is too steep to show</source>
        <translation>直线太陡，无法显示</translation>
    </message>
</context>
<context>
    <name>HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Data and line</source>
        <translation>数据与拟合直线</translation>
    </message>
    <message>
        <source>the data, the line of the shown step, the start</source>
        <translation>数据、当前步的拟合直线、初始直线</translation>
    </message>
    <message>
        <source>Loss surface</source>
        <translation>损失曲面</translation>
    </message>
    <message>
        <source>the loss over w and b, and the path; click to set the start</source>
        <translation>w、b 上的损失与轨迹；点击可设初始值</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>损失曲线</translation>
    </message>
    <message>
        <source>the loss at every step; click to show a step</source>
        <translation>每一步的损失；点击可查看该步</translation>
    </message>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>the gradient of the tape beside the numerical gradient</source>
        <translation>梯度带的梯度与数值梯度对照</translation>
    </message>
    <message>
        <source>Step table</source>
        <translation>逐步数据</translation>
    </message>
    <message>
        <source>every recorded step; Ctrl+C copies</source>
        <translation>所有记录的步；Ctrl+C 复制</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>run or pause</source>
        <translation>运行或暂停</translation>
    </message>
    <message>
        <source>step, back</source>
        <translation>单步、后退</translation>
    </message>
    <message>
        <source>ten steps</source>
        <translation>十步</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>start, newest step</source>
        <translation>起点、最新一步</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>enlarge a panel; Esc goes back</source>
        <translation>放大一个面板；Esc 返回</translation>
    </message>
    <message>
        <source>hide the settings, hide the tables</source>
        <translation>隐藏设置栏、隐藏表格</translation>
    </message>
    <message>
        <source>larger text, smaller text, usual size</source>
        <translation>放大文字、缩小文字、恢复大小</translation>
    </message>
    <message>
        <source>open a table</source>
        <translation>打开数据表</translation>
    </message>
    <message>
        <source>type a learning rate</source>
        <translation>输入学习率</translation>
    </message>
</context>
<context>
    <name>LearningRateControl</name>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate, exact</source>
        <translation>学习率（精确值）</translation>
    </message>
    <message>
        <source>Type 0.001 or 1e-3; it acts on the next step (Ctrl+L)</source>
        <translation>输入 0.001 或 1e-3；下一步生效（Ctrl+L）</translation>
    </message>
    <message>
        <source>limit {rate}</source>
        <translation>上限 {rate}</translation>
    </message>
    <message>
        <source>Use the limit: above it, plain descent flies apart</source>
        <translation>使用上限(稳定)：超过它，梯度下降会发散</translation>
    </message>
    <message>
        <source>fastest {rate}</source>
        <translation>最快 {rate}</translation>
    </message>
    <message>
        <source>Use the rate that is fastest in the long run; it zigzags at first</source>
        <translation>使用长期最快的学习率；开始时会来回摆动</translation>
    </message>
    <message>
        <source>half {rate}</source>
        <translation>一半 {rate}</translation>
    </message>
    <message>
        <source>Use half the limit: safe, and no zigzag</source>
        <translation>使用上限的一半：安全且不摆动</translation>
    </message>
</context>
<context>
    <name>LearningRateSlider</name>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>{value}; no limit is known</source>
        <translation>{value}；上限未知</translation>
    </message>
    <message>
        <source>{value}, below the limit {limit}</source>
        <translation>{value}，低于上限 {limit}</translation>
    </message>
    <message>
        <source>{value}, near the limit {limit}</source>
        <translation>{value}，接近上限 {limit}</translation>
    </message>
    <message>
        <source>{value}, beyond the limit {limit}</source>
        <translation>{value}，超过上限 {limit}</translation>
    </message>
</context>
<context>
    <name>LossPanel</name>
    <message>
        <source>Loss curve</source>
        <translation>损失曲线</translation>
    </message>
    <message>
        <source>log y</source>
        <translation>log y</translation>
    </message>
    <message>
        <source>Loss on a logarithmic axis</source>
        <translation>损失用对数轴</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>log x</translation>
    </message>
    <message>
        <source>Steps on a logarithmic axis</source>
        <translation>步数用对数轴</translation>
    </message>
    <message>
        <source>Click to show a step</source>
        <translation>点击可查看该步</translation>
    </message>
    <message>
        <source>float32 ends here</source>
        <translation>float32 到此为止</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>the loss is not finite from step {step} on</source>
        <translation>从第 {step} 步起损失不是有限值</translation>
    </message>
    <message>
        <source>loss 0 from step {step} on: it has no place on a logarithmic axis</source>
        <translation>从第 {step} 步起损失为 0：对数轴上没有位置</translation>
    </message>
    <message>
        <source>the loss leaves this axis; log y shows it</source>
        <translation>损失超出此轴；用 log y 可以看到</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Tables (*.csv *.txt);;All files (*)</source>
        <translation>数据表 (*.csv *.txt);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a table</source>
        <translation>打开数据表</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Reading {file} …</source>
        <translation>正在读取 {file} …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>✗ NOT LOADED</source>
        <translation>✗ 未载入</translation>
    </message>
    <message>
        <source>The window made an error: {text}</source>
        <translation>窗口出错：{text}</translation>
    </message>
    <message>
        <source>XLA is missing here: training runs in the plain graph, which is slower.</source>
        <translation>这里没有 XLA：训练在普通计算图中进行，速度较慢。</translation>
    </message>
    <message>
        <source>SLOWER</source>
        <translation>较慢</translation>
    </message>
    <message>
        <source>TensorFlow compiles the training loop …</source>
        <translation>TensorFlow 正在编译训练循环 …</translation>
    </message>
    <message>
        <source>TensorFlow is being loaded. Data, surface and limit are already there: look around.</source>
        <translation>正在载入 TensorFlow。数据、曲面和上限已经就绪，可以先看看。</translation>
    </message>
    <message>
        <source>Loss rises: {losses} …: {cause}.</source>
        <translation>损失上升：{losses} …：{cause}。</translation>
    </message>
    <message>
        <source>▲ LOSS RISES</source>
        <translation>▲ 损失上升</translation>
    </message>
    <message>
        <source>learning rate {rate} is above the limit {limit}</source>
        <translation>学习率 {rate} 大于上限 {limit}</translation>
    </message>
    <message>
        <source>Use {rate}, run again</source>
        <translation>改用 {rate} 重新运行</translation>
    </message>
    <message>
        <source>Use {rate}</source>
        <translation>改用 {rate}</translation>
    </message>
    <message>
        <source>Run 20 more</source>
        <translation>再运行 20 步</translation>
    </message>
    <message>
        <source>The gradient is wrong at the start. Training goes on all the same.</source>
        <translation>初始值处梯度计算有误。训练照常进行。</translation>
    </message>
    <message>
        <source>The check at the start is not conclusive: {reason}. Training goes on all the same.</source>
        <translation>初始值处的梯度检验无法判定：{reason}。仍会训练。</translation>
    </message>
    <message>
        <source>The run before stays in grey until the next reset. Press Run and compare.</source>
        <translation>上一次运行以灰色保留到下次重置。按“运行”比较。</translation>
    </message>
    <message>
        <source>The gradient was checked first, and it agrees. Press Run and watch the loss.</source>
        <translation>已先检验梯度，结果一致。按“运行”并观察损失。</translation>
    </message>
    <message>
        <source>Press Step and watch the line and the point move together. Then try a larger learning rate.</source>
        <translation>按“单步”，看直线和点一起移动。然后试试更大的学习率。</translation>
    </message>
    <message>
        <source>Learning rate {rate} is {factor} × the limit for these data, {limit}.</source>
        <translation>学习率 {rate} 是这些数据的上限 {limit} 的 {factor} 倍。</translation>
    </message>
    <message>
        <source>Learning rate {rate} is just above the limit for these data, {limit}.</source>
        <translation>学习率 {rate} 略大于这些数据的上限 {limit}。</translation>
    </message>
    <message>
        <source>Use half the limit, {rate}</source>
        <translation>改用上限的一半 {rate}</translation>
    </message>
    <message>
        <source>Try a smaller learning rate.</source>
        <translation>请试较小的学习率。</translation>
    </message>
    <message>
        <source>The tutorial&apos;s own program would print w = nan b = nan.</source>
        <translation>教程自己的程序会打印 w = nan b = nan。</translation>
    </message>
    <message>
        <source>Step {step}: the loss is {factor} × that at the start and still rises.</source>
        <translation>第 {step} 步：损失是开始时的 {factor} 倍，而且仍在上升。</translation>
    </message>
    <message>
        <source>Step {step}: the loss is too large for {dtype}.</source>
        <translation>第 {step} 步：损失超出 {dtype} 的范围。</translation>
    </message>
    <message>
        <source>Step {step}: the gradient is too large for {dtype}.</source>
        <translation>第 {step} 步：梯度超出 {dtype} 的范围。</translation>
    </message>
    <message>
        <source>Step {step}: a parameter is too large for {dtype}.</source>
        <translation>第 {step} 步：参数超出 {dtype} 的范围。</translation>
    </message>
    <message>
        <source>Learning rate {rate} is above the limit {limit}.</source>
        <translation>学习率 {rate} 大于上限 {limit}。</translation>
    </message>
    <message>
        <source>Learning rate {rate} is above the limit {limit}: each step makes the error {growth} times larger.</source>
        <translation>学习率 {rate} 大于上限 {limit}：每一步误差放大 {growth} 倍。</translation>
    </message>
    <message>
        <source>The gradient is wrong: look at model and loss, or change the precision.</source>
        <translation>梯度计算有误：请检查模型和损失函数，或更换精度。</translation>
    </message>
    <message>
        <source>Look at model and loss</source>
        <translation>检查模型和损失</translation>
    </message>
    <message>
        <source>Use {dtype}</source>
        <translation>改用 {dtype}</translation>
    </message>
    <message>
        <source>Training up to step {limit}, {speed} steps per second.</source>
        <translation>训练到第 {limit} 步，每秒 {speed} 步。</translation>
    </message>
    <message>
        <source>Step {step}: the gradient is about 0, the loss {loss}.</source>
        <translation>第 {step} 步：梯度约为 0，损失 {loss}。</translation>
    </message>
    <message>
        <source>Step {step}: the loss is {loss}.</source>
        <translation>第 {step} 步：损失 {loss}。</translation>
    </message>
    <message>
        <source>Step {step}, as set by “stop after”: the loss is {loss}.</source>
        <translation>第 {step} 步，已达“最多步数”：损失 {loss}。</translation>
    </message>
    <message>
        <source>This is the start.</source>
        <translation>这是起点。</translation>
    </message>
    <message>
        <source>Step {step}: the loss rose from {before} to {after}.</source>
        <translation>第 {step} 步：损失从 {before} 升到 {after}。</translation>
    </message>
    <message>
        <source>Step {step}: the loss fell from {before} to {after}.</source>
        <translation>第 {step} 步：损失从 {before} 降到 {after}。</translation>
    </message>
    <message>
        <source>Step {step}: the loss stays at {after}.</source>
        <translation>第 {step} 步：损失保持 {after}。</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>show the message</source>
        <translation>显示消息</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Hide or show the message</source>
        <translation>隐藏或显示消息</translation>
    </message>
    <message>
        <source>Hide the message, to ask the class first; press again to show it</source>
        <translation>隐藏消息，先问学生；再按一次显示</translation>
    </message>
</context>
<context>
    <name>NumberEdit</name>
    <message>
        <source>The field is empty: type a number such as 0.001 or 1e-3.</source>
        <translation>没有输入：请输入数字，如 0.001 或 1e-3。</translation>
    </message>
    <message>
        <source>“{text}” is not a number: type one such as 0.001 or 1e-3.</source>
        <translation>“{text}”不是数字：请输入如 0.001 或 1e-3。</translation>
    </message>
    <message>
        <source>“{text}” is too large: type a number below 1e308.</source>
        <translation>“{text}”太大：请输入小于 1e308 的数。</translation>
    </message>
    <message>
        <source>The number must be above 0: type one such as 0.001 or 1e-3.</source>
        <translation>数值必须大于 0：请输入如 0.001 或 1e-3。</translation>
    </message>
    <message>
        <source>The number must not be below {lowest}.</source>
        <translation>数值不能小于 {lowest}。</translation>
    </message>
    <message>
        <source>The number must not be above {highest}.</source>
        <translation>数值不能大于 {highest}。</translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>step {step} of {last}</source>
        <translation>第 {step} / {last} 步</translation>
    </message>
    <message>
        <source>The shown step, and the newest</source>
        <translation>当前显示的步与最新一步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>… gradient</source>
        <translation>… 梯度</translation>
    </message>
    <message>
        <source>Is the gradient right here?</source>
        <translation>这里的梯度正确吗？</translation>
    </message>
    <message>
        <source>✗ gradient is wrong</source>
        <translation>✗ 梯度计算有误</translation>
    </message>
    <message>
        <source>✗ gradient is wrong at step {step}</source>
        <translation>✗ 第 {step} 步梯度计算有误</translation>
    </message>
    <message>
        <source>✓ gradient</source>
        <translation>✓ 梯度</translation>
    </message>
    <message>
        <source>✓ gradient ≈ 0, nothing left to check</source>
        <translation>✓ 梯度 ≈ 0，无需再检验</translation>
    </message>
    <message>
        <source>? gradient not conclusive</source>
        <translation>? 梯度无法判定</translation>
    </message>
</context>
<context>
    <name>SpeedBox</name>
    <message>
        <source>full speed</source>
        <translation>全速</translation>
    </message>
    <message>
        <source>{speed} steps/s</source>
        <translation>{speed} 步/秒</translation>
    </message>
</context>
<context>
    <name>StepsModel</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>gradient ≈ 0</source>
        <translation>梯度 ≈ 0</translation>
    </message>
    <message>
        <source>✓ agrees</source>
        <translation>✓ 一致</translation>
    </message>
    <message>
        <source>✗ disagrees</source>
        <translation>✗ 不一致</translation>
    </message>
    <message>
        <source>? not conclusive</source>
        <translation>? 无法判定</translation>
    </message>
</context>
<context>
    <name>StepsPanel</name>
    <message>
        <source>Step table</source>
        <translation>逐步数据</translation>
    </message>
    <message>
        <source>Step 0 is the start. A tutorial that prints before each update prints step 19 as epoch: 19.</source>
        <translation>第 0 步是起点。教程在更新前打印，因此第 19 步就是它的 epoch: 19。</translation>
    </message>
    <message>
        <source>Click to show a step; Ctrl+C copies the selected rows</source>
        <translation>点击可查看该步；Ctrl+C 复制所选行</translation>
    </message>
</context>
<context>
    <name>SurfacePanel</name>
    <message>
        <source>Loss surface</source>
        <translation>损失曲面</translation>
    </message>
    <message>
        <source>fit all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show start, optimum and the bowl between them</source>
        <translation>显示初始值、最优点及其间的曲面</translation>
    </message>
    <message>
        <source>Click or drag to set the start; the wheel zooms</source>
        <translation>点击或拖动可设初始值；滚轮缩放</translation>
    </message>
    <message>
        <source>start</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>optimum</source>
        <translation>最优点</translation>
    </message>
    <message>
        <source>The surface of this loss is computed by TensorFlow …</source>
        <translation>此损失的曲面由 TensorFlow 计算 …</translation>
    </message>
    <message>
        <source>not unique: x does not vary, every point of the dashed line is best</source>
        <translation>不唯一：x 没有变化，虚线上每一点都是最优</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Drag to show any recorded step</source>
        <translation>拖动以显示任何记录的步</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Experiment</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Stop after</source>
        <translation>最多步数</translation>
    </message>
    <message>
        <source>Choose an experiment; it begins anew</source>
        <translation>选择实验；将重新开始</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a table</source>
        <translation>打开数据表</translation>
    </message>
    <message>
        <source>Open a table of your own, as CSV (Ctrl+O)</source>
        <translation>打开自己的 CSV 数据表（Ctrl+O）</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Go back to the start; the last run stays in grey (R)</source>
        <translation>回到起点；上一次运行以灰色保留（R）</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Show the step before (←)</source>
        <translation>显示上一步（←）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Show the next step; after the newest one, make one update (→)</source>
        <translation>显示下一步；在最新一步之后做一次更新（→）</translation>
    </message>
    <message>
        <source>How fast Run goes</source>
        <translation>运行的速度</translation>
    </message>
    <message>
        <source>Steps per second</source>
        <translation>每秒步数</translation>
    </message>
    <message>
        <source>Steps per second; the top is as fast as it goes</source>
        <translation>每秒步数；最高为全速</translation>
    </message>
    <message>
        <source>The run stops after so many steps</source>
        <translation>运行到这么多步后停止</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Large text for a class: line, surface and learning rate only (Esc ends it)</source>
        <translation>课堂大字：只显示直线、曲面和学习率（Esc 退出）</translation>
    </message>
    <message>
        <source>Dark or light</source>
        <translation>深色或浅色</translation>
    </message>
    <message>
        <source>Switch between dark and light</source>
        <translation>切换深色与浅色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Switch between English and Chinese</source>
        <translation>切换英文与中文</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keys, and what is shown (F1)</source>
        <translation>按键与界面说明（F1）</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Run 20 more</source>
        <translation>再运行 20 步</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run or pause (Space)</source>
        <translation>运行或暂停（空格）</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>mean squared error (1/n)</source>
        <translation>均方误差 (1/n)</translation>
    </message>
    <message>
        <source>half mean squared error (1/2n)</source>
        <translation>半均方误差 (1/2n)</translation>
    </message>
    <message>
        <source>sum of squares</source>
        <translation>平方和</translation>
    </message>
    <message>
        <source>mean absolute error (1/n)</source>
        <translation>平均绝对误差 (1/n)</translation>
    </message>
    <message>
        <source>Huber, δ = 1 (1/n)</source>
        <translation>Huber，δ = 1 (1/n)</translation>
    </message>
    <message>
        <source>log-cosh (1/n)</source>
        <translation>log-cosh (1/n)</translation>
    </message>
    <message>
        <source>LOADING</source>
        <translation>载入中</translation>
    </message>
    <message>
        <source>READY</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>RUNNING</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>PAUSED</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>✓ CONVERGED</source>
        <translation>✓ 已收敛</translation>
    </message>
    <message>
        <source>STOPPED</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>✗ DIVERGED</source>
        <translation>✗ 已发散</translation>
    </message>
    <message>
        <source>✗ REFUSED</source>
        <translation>✗ 已拒绝</translation>
    </message>
    <message>
        <source>✗ FAILED</source>
        <translation>✗ 出错</translation>
    </message>
    <message>
        <source>the gradient is too close to 0</source>
        <translation>梯度太接近 0</translation>
    </message>
    <message>
        <source>rounding could explain the difference</source>
        <translation>舍入误差就能解释这个差</translation>
    </message>
    <message>
        <source>the loss has a kink at this point</source>
        <translation>损失在此处有折点</translation>
    </message>
    <message>
        <source>the loss is not finite at this point</source>
        <translation>此处损失不是有限值</translation>
    </message>
    <message>
        <source>{file}: there is no such file. Check the name and the folder.</source>
        <translation>{file}：没有这个文件。请检查文件名和文件夹。</translation>
    </message>
    <message>
        <source>learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38.</source>
        <translation>学习率 {rate}：Keras 以 float32 保存它。请输入 1e-45 到 3e38 之间的数。</translation>
    </message>
    <message>
        <source>{file}: this is a folder. Name a file in it.</source>
        <translation>{file}：这是文件夹，请指定其中的文件。</translation>
    </message>
    <message>
        <source>{file}: the file cannot be read ({why}). Check its permissions.</source>
        <translation>{file}：无法读取（{why}）。请检查权限。</translation>
    </message>
    <message>
        <source>{file}: this is not a table of text ({why}). Save it as CSV in UTF-8.</source>
        <translation>{file}：不是文本表格（{why}）。请另存为 UTF-8 编码的 CSV。</translation>
    </message>
    <message>
        <source>{file}: only {count} column was found ({columns}), and a line needs two: x and y. Put a comma between the columns.</source>
        <translation>{file}：只找到 {count} 列（{columns}），拟合直线需要 x 和 y 两列。请用逗号分隔各列。</translation>
    </message>
    <message>
        <source>{file}: the file holds no data rows. Give at least one row of two numbers.</source>
        <translation>{file}：没有数据行。至少要有一行两个数。</translation>
    </message>
    <message>
        <source>{file}: there is no column {column}. The columns are: {columns}.</source>
        <translation>{file}：没有 {column} 列。现有列：{columns}。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: “{text}” is not a number. Correct or remove it.</source>
        <translation>{file} 第 {line} 行 {column} 列：“{text}”不是数字。请改正或删除。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: the value is missing. Fill it in or remove the row.</source>
        <translation>{file} 第 {line} 行 {column} 列：缺少数值。请补上或删除该行。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: “{text}” is not finite. Correct or remove it.</source>
        <translation>{file} 第 {line} 行 {column} 列：“{text}”不是有限值。请改正或删除。</translation>
    </message>
    <message>
        <source>The loss {loss} has no term of length {count}: the residual is {shape}, which broadcasts. Give prediction and y the same shape.</source>
        <translation>损失 {loss} 没有长度为 {count} 的项：残差的形状是 {shape}，发生了广播。请让预测与 y 形状相同。</translation>
    </message>
    <message>
        <source>{file}: the file cannot be written ({why}). Choose another place.</source>
        <translation>{file}：无法写入（{why}）。请换一个位置。</translation>
    </message>
</context>
</TS>
