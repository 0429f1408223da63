<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Animation</name>
    <message>
        <source>All {steps} steps are shown, each in a frame.</source>
        <translation>全部 {steps} 步都显示，每步一帧。</translation>
    </message>
    <message>
        <source>{frames} of {steps} steps are shown, taken evenly, with first and last.</source>
        <translation>显示 {steps} 步中的 {frames} 步，均匀选取，含第一步和最后一步。</translation>
    </message>
</context>
<context>
    <name>BatchSection</name>
    <message>
        <source>rows of each update</source>
        <translation>每次更新的行数</translation>
    </message>
    <message>
        <source>all rows</source>
        <translation>全部行</translation>
    </message>
    <message>
        <source>Rows of a mini-batch</source>
        <translation>小批量的行数</translation>
    </message>
    <message>
        <source>How many rows of the data each update sees; the next one sees the next rows</source>
        <translation>每次更新使用多少行数据；下一次使用接下来的行</translation>
    </message>
    <message>
        <source>shuffle</source>
        <translation>打乱</translation>
    </message>
    <message>
        <source>Shuffle the rows</source>
        <translation>打乱各行的顺序</translation>
    </message>
    <message>
        <source>Take the rows in another order in every epoch</source>
        <translation>每个轮次都以另一种顺序取各行</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Seed of the shuffling</source>
        <translation>打乱顺序的种子</translation>
    </message>
    <message>
        <source>The same seed gives the same mini-batches</source>
        <translation>种子相同，小批量就相同</translation>
    </message>
    <message>
        <source>Mini-batch: all rows</source>
        <translation>小批量：全部行</translation>
    </message>
    <message>
        <source>Mini-batch: {size} of {count}, shuffled</source>
        <translation>小批量：{count} 行中的 {size} 行，打乱</translation>
    </message>
    <message>
        <source>Mini-batch: {size} of {count}, in order</source>
        <translation>小批量：{count} 行中的 {size} 行，按顺序</translation>
    </message>
</context>
<context>
    <name>Body</name>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>Is the gradient right?</source>
        <translation>梯度正确吗？</translation>
    </message>
    <message>
        <source>Inside one step</source>
        <translation>单步拆解</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>单步拆解</translation>
    </message>
    <message>
        <source>Step table</source>
        <translation>逐步数据</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>逐步数据</translation>
    </message>
    <message>
        <source>3-D</source>
        <translation>三维</translation>
    </message>
    <message>
        <source>Loss surface in 3-D</source>
        <translation>三维损失曲面</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning-rate map</source>
        <translation>学习率扫描</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Compare runs, and race</source>
        <translation>运行对比与竞赛</translation>
    </message>
</context>
<context>
    <name>Bug</name>
    <message>
        <source>wrong sign</source>
        <translation>符号相反</translation>
    </message>
    <message>
        <source>gradient × 2</source>
        <translation>梯度 × 2</translation>
    </message>
    <message>
        <source>gradient ÷ 2</source>
        <translation>梯度 ÷ 2</translation>
    </message>
    <message>
        <source>gradient × n</source>
        <translation>梯度 × n</translation>
    </message>
    <message>
        <source>gradient ÷ n</source>
        <translation>梯度 ÷ n</translation>
    </message>
    <message>
        <source>n − 1 in place of n</source>
        <translation>除以 n − 1 而不是 n</translation>
    </message>
    <message>
        <source>factor x forgotten</source>
        <translation>漏了因子 x</translation>
    </message>
    <message>
        <source>product of means</source>
        <translation>均值之积</translation>
    </message>
    <message>
        <source>x in another order</source>
        <translation>x 的顺序打乱</translation>
    </message>
    <message>
        <source>last row forgotten</source>
        <translation>漏了最后一行</translation>
    </message>
    <message>
        <source>b forgotten</source>
        <translation>漏了 b</translation>
    </message>
    <message>
        <source>∂w and ∂b exchanged</source>
        <translation>∂w 与 ∂b 对调</translation>
    </message>
    <message>
        <source>∂w used for both</source>
        <translation>两个都用 ∂w</translation>
    </message>
    <message>
        <source>∂b left at 0</source>
        <translation>∂b 恒为 0</translation>
    </message>
    <message>
        <source>∂w left at 0</source>
        <translation>∂w 恒为 0</translation>
    </message>
    <message>
        <source>gradient 0</source>
        <translation>梯度为 0</translation>
    </message>
    <message>
        <source>loss outside the tape</source>
        <translation>损失在梯度带之外计算</translation>
    </message>
    <message>
        <source>tf.stop_gradient on w</source>
        <translation>对 w 用了 tf.stop_gradient</translation>
    </message>
    <message>
        <source>gradient of another loss</source>
        <translation>另一个损失的梯度</translation>
    </message>
    <message>
        <source>upstream gradient ignored</source>
        <translation>漏了上游梯度</translation>
    </message>
    <message>
        <source>gradient at w = b = 0</source>
        <translation>w = b = 0 处的梯度</translation>
    </message>
    <message>
        <source>gradient clipped to ±1</source>
        <translation>梯度裁剪到 ±1</translation>
    </message>
    <message>
        <source>// in place of /</source>
        <translation>用 // 代替了 /</translation>
    </message>
    <message>
        <source>step added, not subtracted</source>
        <translation>加上而不是减去</translation>
    </message>
    <message>
        <source>learning rate forgotten</source>
        <translation>漏了学习率</translation>
    </message>
    <message>
        <source>b first, then w</source>
        <translation>先更新 b，再更新 w</translation>
    </message>
    <message>
        <source>assign_sub(0.1 * w)</source>
        <translation>assign_sub(0.1 * w)</translation>
    </message>
    <message>
        <source>pairs in the wrong order</source>
        <translation>配对顺序错误</translation>
    </message>
    <message>
        <source>assign in place of assign_sub</source>
        <translation>用 assign 代替了 assign_sub</translation>
    </message>
    <message>
        <source>step made twice</source>
        <translation>同一步做了两次</translation>
    </message>
    <message>
        <source>b updated twice</source>
        <translation>b 更新了两次</translation>
    </message>
    <message>
        <source>b not updated</source>
        <translation>b 没有更新</translation>
    </message>
    <message>
        <source>The gradient has the wrong sign, so that every step climbs.</source>
        <translation>梯度的符号相反，每一步都在上升。</translation>
    </message>
    <message>
        <source>The gradient is twice too large.</source>
        <translation>梯度大了一倍。</translation>
    </message>
    <message>
        <source>The 2 of the derivative of e² is dropped, so that the gradient is half the right one.</source>
        <translation>e² 求导所得的 2 被漏掉，梯度只有正确值的一半。</translation>
    </message>
    <message>
        <source>The division by n is forgotten.</source>
        <translation>忘了除以 n。</translation>
    </message>
    <message>
        <source>The gradient is divided by n once too often.</source>
        <translation>梯度多除了一次 n。</translation>
    </message>
    <message>
        <source>The gradient is divided by n − 1 in place of n.</source>
        <translation>梯度除以了 n − 1，而不是 n。</translation>
    </message>
    <message>
        <source>The factor x is forgotten in ∂loss/∂w.</source>
        <translation>∂loss/∂w 中漏了因子 x。</translation>
    </message>
    <message>
        <source>∂loss/∂w is taken as ∂loss/∂b times mean(x): a product of means.</source>
        <translation>把 ∂loss/∂w 当成 ∂loss/∂b 乘 mean(x)，即均值之积。</translation>
    </message>
    <message>
        <source>Each residual is multiplied with the x of another row.</source>
        <translation>每个残差乘了别的行的 x。</translation>
    </message>
    <message>
        <source>The sum misses the last row.</source>
        <translation>求和漏了最后一行。</translation>
    </message>
    <message>
        <source>The gradient is computed with the prediction w·x, without b.</source>
        <translation>计算梯度时预测只用了 w·x，漏了 b。</translation>
    </message>
    <message>
        <source>∂loss/∂w and ∂loss/∂b are exchanged.</source>
        <translation>∂loss/∂w 与 ∂loss/∂b 对调了。</translation>
    </message>
    <message>
        <source>∂loss/∂w is used for b too.</source>
        <translation>b 也用了 ∂loss/∂w。</translation>
    </message>
    <message>
        <source>∂loss/∂b is left at 0.</source>
        <translation>∂loss/∂b 一直是 0。</translation>
    </message>
    <message>
        <source>∂loss/∂w is left at 0.</source>
        <translation>∂loss/∂w 一直是 0。</translation>
    </message>
    <message>
        <source>The whole gradient is 0.</source>
        <translation>整个梯度都是 0。</translation>
    </message>
    <message>
        <source>The loss is computed outside the tape, which then answers None.</source>
        <translation>损失在梯度带之外计算，梯度带因此返回 None。</translation>
    </message>
    <message>
        <source>tf.stop_gradient hides w from the tape, which answers None for it.</source>
        <translation>tf.stop_gradient 使梯度带看不到 w，对 w 返回 None。</translation>
    </message>
    <message>
        <source>The gradient belongs to another loss than the one that is shown.</source>
        <translation>梯度属于另一个损失，而不是所显示的那个。</translation>
    </message>
    <message>
        <source>A tf.custom_gradient forgets to multiply with the upstream gradient.</source>
        <translation>tf.custom_gradient 忘了乘上游梯度。</translation>
    </message>
    <message>
        <source>The gradient stays the one at w = 0 and b = 0, whatever they become.</source>
        <translation>无论 w 和 b 变成多少，梯度始终是 w = 0、b = 0 处的。</translation>
    </message>
    <message>
        <source>Each derivative is clipped to the range from −1 to 1.</source>
        <translation>每个导数都被裁剪到 −1 到 1 之间。</translation>
    </message>
    <message>
        <source>A whole-number division, //, rounds each derivative down.</source>
        <translation>整除 // 把每个导数向下取整。</translation>
    </message>
    <message>
        <source>The step is added in place of subtracted, so that it climbs.</source>
        <translation>更新量被加上而不是减去，于是上升。</translation>
    </message>
    <message>
        <source>The whole gradient is subtracted, without the learning rate.</source>
        <translation>减去了整个梯度，没有乘学习率。</translation>
    </message>
    <message>
        <source>b is updated first, and w then with the gradient at the new b.</source>
        <translation>先更新 b，再用新 b 处的梯度更新 w。</translation>
    </message>
    <message>
        <source>The parameters are applied in place of their gradients.</source>
        <translation>用参数代替了它们的梯度。</translation>
    </message>
    <message>
        <source>The gradients are paired with the parameters in the wrong order.</source>
        <translation>梯度与参数配对的顺序错了。</translation>
    </message>
    <message>
        <source>The parameters are set to the step in place of moved by it.</source>
        <translation>参数被设成了更新量，而不是移动这么多。</translation>
    </message>
    <message>
        <source>The same gradients are applied twice.</source>
        <translation>同样的梯度应用了两次。</translation>
    </message>
    <message>
        <source>b is updated twice with the same gradient.</source>
        <translation>b 用同一个梯度更新了两次。</translation>
    </message>
    <message>
        <source>b is left out of the update.</source>
        <translation>更新时漏了 b。</translation>
    </message>
</context>
<context>
    <name>Check</name>
    <message>
        <source>✗ The step taken is not the step meant: {cause}.</source>
        <translation>✗ 实际的更新不是应有的更新：{cause}。</translation>
    </message>
    <message>
        <source>✗ The step taken is not the step meant.</source>
        <translation>✗ 实际的更新不是应有的更新。</translation>
    </message>
    <message>
        <source>✓ The step taken is the step meant.</source>
        <translation>✓ 实际的更新就是应有的更新。</translation>
    </message>
    <message>
        <source>✗ The gradient is wrong, first at step {step}.</source>
        <translation>✗ 梯度计算有误，首次在第 {step} 步。</translation>
    </message>
    <message>
        <source>✗ The gradient is wrong at {point}.</source>
        <translation>✗ {point} 处梯度计算有误。</translation>
    </message>
    <message>
        <source>✗ The gradient is wrong: {cause}.</source>
        <translation>✗ 梯度计算有误：{cause}。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Also possible: {cause}.</source>
        <translation>也可能：{cause}。</translation>
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
    <message>
        <source>Comes when the run pauses.</source>
        <translation>运行暂停后显示。</translation>
    </message>
</context>
<context>
    <name>CheckPanel</name>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>The gradient is checked once the training loop is compiled.</source>
        <translation>训练循环编译完成后检验梯度。</translation>
    </message>
</context>
<context>
    <name>CheckTable</name>
    <message>
        <source>Gradient check of the shown step</source>
        <translation>当前步的梯度检验</translation>
    </message>
    <message>
        <source>The numerical gradient is a central difference in float64. Whole numbers on hover; Ctrl+C copies the table</source>
        <translation>数值梯度是 float64 的中心差分。悬停可看完整数值；Ctrl+C 复制表格</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s own</source>
        <translation>TensorFlow 自带</translation>
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
        <source>left derivative</source>
        <translation>左导数</translation>
    </message>
    <message>
        <source>right derivative</source>
        <translation>右导数</translation>
    </message>
    <message>
        <source>rounding of float32</source>
        <translation>float32 的舍入</translation>
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
        <source>it says the same.</source>
        <translation>结果相同。</translation>
    </message>
    <message>
        <source>that step is too small to change a parameter of this size.</source>
        <translation>对这么大的参数，该步长太小，改变不了它。</translation>
    </message>
    <message>
        <source>that step is so short that rounding of the loss explains the difference.</source>
        <translation>该步长太短，损失的舍入误差就能解释这个差。</translation>
    </message>
    <message>
        <source>that step is long for this curvature, or passes a kink.</source>
        <translation>对这里的曲率来说该步长太长，或跨过了折点。</translation>
    </message>
    <message>
        <source>{value}
tf.test.compute_gradient in {dtype} with its fixed step {step}: </source>
        <translation>{value}
tf.test.compute_gradient（{dtype}），固定步长 {step}：</translation>
    </message>
</context>
<context>
    <name>CheckViews</name>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>View beside the table</source>
        <translation>表格旁的视图</translation>
    </message>
    <message>
        <source>What to see of the check besides the numbers</source>
        <translation>除数值之外还要看检验的哪一方面</translation>
    </message>
</context>
<context>
    <name>ControlsPanel</name>
    <message>
        <source>Precision: {dtype}</source>
        <translation>精度：{dtype}</translation>
    </message>
    <message>
        <source>Break it on purpose: {bug}</source>
        <translation>故意改错：{bug}</translation>
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
        <source>Points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
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
        <source>x as it is</source>
        <translation>x 不缩放</translation>
    </message>
    <message>
        <source>centre x</source>
        <translation>x 中心化</translation>
    </message>
    <message>
        <source>standardise x</source>
        <translation>x 标准化</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Which Keras optimizer makes the updates</source>
        <translation>由哪个 Keras 优化器进行更新</translation>
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
        <source>Number of points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>How many points are made, from 2 to 100,000</source>
        <translation>生成多少个点,2 到 100,000</translation>
    </message>
    <message>
        <source>Scaling of x</source>
        <translation>x 的特征缩放</translation>
    </message>
    <message>
        <source>Subtract the mean of x, and divide by its standard deviation: a long narrow valley becomes round. Nothing is scaled unless it is chosen here</source>
        <translation>减去 x 的均值，再除以标准差：狭长的谷会变圆。只有在这里选择才会缩放</translation>
    </message>
    <message>
        <source>Check the gradient at the start first, and refuse to train if it is wrong</source>
        <translation>先在初始值处检验梯度，有误则不训练</translation>
    </message>
    <message>
        <source>Break it on purpose</source>
        <translation>故意改错</translation>
    </message>
    <message>
        <source>Train with a wrong gradient or a wrong update, and see it found and named</source>
        <translation>用错误的梯度或错误的更新来训练，看它如何被发现并指出</translation>
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
    <message>
        <source>w and b belong to x′ = {formula}</source>
        <translation>w、b 对应 x′ = {formula}</translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Numbers of this step</source>
        <translation>这一步的数值</translation>
    </message>
    <message>
        <source>Copy step, parameters, loss, gradients and learning rate in full precision</source>
        <translation>以完整精度复制步数、参数、损失、梯度和学习率</translation>
    </message>
    <message>
        <source>Steps as a table</source>
        <translation>逐步数据表</translation>
    </message>
    <message>
        <source>Copy all recorded steps, to be pasted into a spreadsheet</source>
        <translation>复制所有已记录的步，可粘贴到电子表格中</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Copy the panels as a picture</source>
        <translation>把各面板复制为一张图片</translation>
    </message>
    <message>
        <source>✓ COPIED</source>
        <translation>✓ 已复制</translation>
    </message>
    <message>
        <source>NOT COPIED</source>
        <translation>未复制</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>还没有运行。</translation>
    </message>
    <message>
        <source>The numbers of the shown point are on the clipboard.</source>
        <translation>所显示点的数值已在剪贴板上。</translation>
    </message>
    <message>
        <source>The numbers of step {step} are on the clipboard.</source>
        <translation>第 {step} 步的数值已在剪贴板上。</translation>
    </message>
    <message>
        <source>{rows} rows are on the clipboard: paste into a spreadsheet.</source>
        <translation>{rows} 行已在剪贴板上：可粘贴到电子表格中。</translation>
    </message>
    <message>
        <source>The first {most} of {rows} rows are on the clipboard. Export… (Ctrl+E) writes all of them to a file.</source>
        <translation>{rows} 行中的前 {most} 行已在剪贴板上。“导出…”(Ctrl+E) 可把全部行写入文件。</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} pixels is on the clipboard.</source>
        <translation>一张 {width} × {height} 像素的图片已在剪贴板上。</translation>
    </message>
</context>
<context>
    <name>CountField</name>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>Curvature</name>
    <message>
        <source>{optimizer} has no fixed limit. Steepest curvature: {value}</source>
        <translation>{optimizer} 没有固定的上限。最大曲率：{value}</translation>
    </message>
    <message>
        <source>No limit is known: the loss is not curved here.</source>
        <translation>上限未知：损失在此处没有曲率。</translation>
    </message>
    <message>
        <source>This limit holds near the shown step only.</source>
        <translation>此上限只在所示步附近成立。</translation>
    </message>
    <message>
        <source>Curvature: …</source>
        <translation>曲率：…</translation>
    </message>
    <message>
        <source>Curvature: none here</source>
        <translation>曲率：此处为零</translation>
    </message>
    <message>
        <source>Curvature: flat in one direction</source>
        <translation>曲率：有一个方向是平的</translation>
    </message>
    <message>
        <source>Condition number: {number}</source>
        <translation>条件数：{number}</translation>
    </message>
    <message>
        <source>At the shown step; elsewhere it differs:</source>
        <translation>在所示步；别处会不同：</translation>
    </message>
    <message>
        <source>steepest curvature λmax = {value}</source>
        <translation>最大曲率 λmax = {value}</translation>
    </message>
    <message>
        <source>flattest curvature λmin = {value}</source>
        <translation>最小曲率 λmin = {value}</translation>
    </message>
    <message>
        <source>condition number λmax/λmin = {value}</source>
        <translation>条件数 λmax/λmin = {value}</translation>
    </message>
    <message>
        <source>Each step multiplies the error by {steep} along the steepest direction and by {flat} along the flattest.</source>
        <translation>每一步使误差沿最陡方向乘以 {steep}，沿最平方向乘以 {flat}。</translation>
    </message>
    <message>
        <source>Fastest with momentum: learning rate {rate}, momentum {beta}.</source>
        <translation>用动量时最快：学习率 {rate}，动量 {beta}。</translation>
    </message>
</context>
<context>
    <name>DataName</name>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>.</source>
        <translation>。</translation>
    </message>
    <message>
        <source>the gradient has the wrong sign: the residual is y − prediction in one place only, or the minus of the update is in it already</source>
        <translation>梯度的符号相反：只有一处残差写成了 y − 预测值，或更新中的负号已经包含在梯度里</translation>
    </message>
    <message>
        <source>the gradient is 2 times too large: a factor 2 is one too many, or the 1/2 of the loss is missing</source>
        <translation>梯度是正确值的 2 倍：多了一个因子 2，或漏了损失中的 1/2</translation>
    </message>
    <message>
        <source>the gradient is 0.5 times the right one: the factor 2 of the derivative of e², or one like 1/n, may be missing or one too many</source>
        <translation>梯度是正确值的 0.5 倍：可能漏了 e² 求导得到的因子 2，或漏了、多了 1/n 之类的因子</translation>
    </message>
    <message>
        <source>the gradient is n = {n} times too large: the division by n is missing</source>
        <translation>梯度是正确值的 n = {n} 倍：漏了除以 n</translation>
    </message>
    <message>
        <source>the gradient is n = {n} times too small: it is divided by n once too often</source>
        <translation>梯度只有正确值的 1/n（n = {n}）：多除了一次 n</translation>
    </message>
    <message>
        <source>the gradient is n/(n − 1) = {n_factor:.6g} times too large: it is divided by n − 1 in place of n</source>
        <translation>梯度是正确值的 n/(n − 1) = {n_factor:.6g} 倍：除以了 n − 1 而不是 n</translation>
    </message>
    <message>
        <source>∂loss/∂{first} lacks the factor x: each residual must be multiplied with its x</source>
        <translation>∂loss/∂{first} 缺少因子 x：每个残差都要乘以它的 x</translation>
    </message>
    <message>
        <source>∂loss/∂{first} is ∂loss/∂{last} times mean(x) = {mean_x:.6g}: the mean of the products is meant, not the product of the means</source>
        <translation>∂loss/∂{first} 等于 ∂loss/∂{last} 乘以 mean(x) = {mean_x:.6g}：应为乘积的平均，而不是平均的乘积</translation>
    </message>
    <message>
        <source>∂loss/∂{first} multiplies each residual with the x of another row: x and y are no longer in the same order</source>
        <translation>∂loss/∂{first} 中每个残差乘了另一行的 x：x 与 y 的顺序不再一致</translation>
    </message>
    <message>
        <source>the sum misses the last of the n = {n} rows: look at where the loop ends</source>
        <translation>求和漏了 n = {n} 行中的最后一行：请检查循环在哪里结束</translation>
    </message>
    <message>
        <source>the gradient is computed with a prediction without {last}, which shows only where {last} is not 0</source>
        <translation>计算梯度时预测值漏了 {last}，只有 {last} 不为 0 时才看得出来</translation>
    </message>
    <message>
        <source>the derivatives are exchanged: ∂loss/∂{first} is in the place of ∂loss/∂{last}</source>
        <translation>两个偏导数互换了：∂loss/∂{first} 放在了 ∂loss/∂{last} 的位置</translation>
    </message>
    <message>
        <source>∂loss/∂{last} is ∂loss/∂{first}: one derivative is used for both parameters</source>
        <translation>∂loss/∂{last} 等于 ∂loss/∂{first}：两个参数用了同一个偏导数</translation>
    </message>
    <message>
        <source>∂loss/∂{first} is right, and ∂loss/∂{last} was left at 0</source>
        <translation>∂loss/∂{first} 正确，而 ∂loss/∂{last} 一直是 0</translation>
    </message>
    <message>
        <source>∂loss/∂{last} is right, and ∂loss/∂{first} was left at 0</source>
        <translation>∂loss/∂{last} 正确，而 ∂loss/∂{first} 一直是 0</translation>
    </message>
    <message>
        <source>the whole gradient is 0 where it should not be: it was never filled in</source>
        <translation>整个梯度都是 0，而这里不应为 0：它从未被赋值</translation>
    </message>
    <message>
        <source>the tape answers None for every parameter: the loss was computed outside the tape, or by NumPy, or from other tensors than the variables</source>
        <translation>梯度带对每个参数都返回 None：损失在梯度带之外计算，或用 NumPy 计算，或没有用这些变量计算</translation>
    </message>
    <message>
        <source>the tape answers None for {first} only: between {first} and the loss is a tf.stop_gradient, a .numpy(), or a constant in its place</source>
        <translation>梯度带只对 {first} 返回 None：{first} 与损失之间有 tf.stop_gradient 或 .numpy()，或者它被常数代替</translation>
    </message>
    <message>
        <source>the gradient is that of another loss: {loss}</source>
        <translation>这是另一个损失函数的梯度：{loss}</translation>
    </message>
    <message>
        <source>the upstream gradient is left out: a tf.custom_gradient must multiply its derivative with the gradient that it is handed</source>
        <translation>漏了上游梯度：tf.custom_gradient 必须把自己的导数乘以传入的梯度</translation>
    </message>
    <message>
        <source>the gradient is that at {point}: it was not computed anew at the present parameters</source>
        <translation>这是 {point} 处的梯度：没有在当前参数处重新计算</translation>
    </message>
    <message>
        <source>each derivative is clipped to the range from −1 to 1</source>
        <translation>每个偏导数都被截断到 −1 与 1 之间</translation>
    </message>
    <message>
        <source>each derivative is rounded down: // divides to whole numbers, / is meant</source>
        <translation>每个偏导数都被向下取整：// 是整除，应当用 /</translation>
    </message>
    <message>
        <source>the gradient is {factor:.6g} times the right one: a constant factor like 2, n or 1/n is missing or one too many</source>
        <translation>梯度是正确值的 {factor:.6g} 倍：漏了或多了 2、n、1/n 之类的常数因子</translation>
    </message>
    <message>
        <source>{names} was left at 0, and the other derivatives are right</source>
        <translation>{names} 一直是 0，其余偏导数正确</translation>
    </message>
    <message>
        <source>the tape answers None for {names} only: nothing on the tape leads from there to the loss</source>
        <translation>梯度带只对 {names} 返回 None：梯度带上没有从那里到损失的路径</translation>
    </message>
    <message>
        <source>each derivative is clipped to the range from −{bound:.6g} to {bound:.6g}</source>
        <translation>每个偏导数都被截断到 −{bound:.6g} 与 {bound:.6g} 之间</translation>
    </message>
    <message>
        <source>the gradient is shortened to the norm {bound:.6g}: clipping by norm</source>
        <translation>梯度被缩短到范数 {bound:.6g}：按范数截断</translation>
    </message>
    <message>
        <source>only ∂loss/∂{name} is wrong, by a factor {factor:.6g}; {others} is right</source>
        <translation>只有 ∂loss/∂{name} 有误，是正确值的 {factor:.6g} 倍；{others} 正确</translation>
    </message>
    <message>
        <source>only ∂loss/∂{name} is wrong, by a factor {factor:.6g}, about {about}; {others} is right</source>
        <translation>只有 ∂loss/∂{name} 有误，是正确值的 {factor:.6g} 倍，约为 {about}；{others} 正确</translation>
    </message>
    <message>
        <source>the step is proportional to the parameter, not to its gradient: the parameters were applied in place of the gradients</source>
        <translation>更新与参数成正比，而不是与梯度成正比：把参数当成梯度用了</translation>
    </message>
    <message>
        <source>the parameters were not updated together but in the order {order}: each later one was moved by its gradient at the parameters already changed</source>
        <translation>参数没有同时更新，而是按 {order} 的顺序：后面的参数用了前面参数改变之后的梯度</translation>
    </message>
    <message>
        <source>{name} was moved twice by the same gradient</source>
        <translation>{name} 用同一个梯度更新了两次</translation>
    </message>
    <message>
        <source>the same step was made twice</source>
        <translation>同一步做了两次</translation>
    </message>
    <message>
        <source>the step has the wrong sign: it climbs, for the gradient was added</source>
        <translation>更新的符号相反：加上了梯度，所以在上升</translation>
    </message>
    <message>
        <source>the whole gradient was subtracted: the factor learning rate = {learning_rate:.6g} is missing</source>
        <translation>减去了整个梯度：漏了因子 学习率 = {learning_rate:.6g}</translation>
    </message>
    <message>
        <source>the parameters were set to learning rate × gradient in place of moved by it</source>
        <translation>参数被直接设为 学习率 × 梯度，而不是减去它</translation>
    </message>
    <message>
        <source>each parameter was moved by the gradient of another: gradients and parameters are paired in the wrong order</source>
        <translation>每个参数用了另一个参数的梯度：梯度与参数配对的顺序不对</translation>
    </message>
    <message>
        <source>{names} was not moved at all</source>
        <translation>{names} 完全没有更新</translation>
    </message>
    <message>
        <source>the step is {factor:.6g} times the right one: look at the learning rate</source>
        <translation>更新是正确值的 {factor:.6g} 倍：请检查学习率</translation>
    </message>
    <message>
        <source>no known mistake explains these numbers: compare the formula term by term</source>
        <translation>已知的错误都无法解释这些数：请逐项核对公式</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>learning rate {learning_rate:.6g} is above the limit {shown:.6g}: each step makes the error {larger:.10g} times larger, and about {steps} steps from the start the loss is too large for {dtype}</source>
        <translation>学习率 {learning_rate:.6g} 高于上限 {shown:.6g}：每一步使误差变为 {larger:.10g} 倍，从起点算约 {steps} 步后损失超出 {dtype}</translation>
    </message>
    <message>
        <source>learning rate {learning_rate:.6g} is the limit itself: the point bounces across the valley for ever</source>
        <translation>学习率 {learning_rate:.6g} 正好等于上限：点永远在谷的两侧来回跳</translation>
    </message>
    <message>
        <source>but {name} = {value:.4g} is still {distance:.3g} from its best value {best:.4g}: about {steps} more steps</source>
        <translation>但 {name} = {value:.4g} 距最优值 {best:.4g} 还有 {distance:.3g}：约需再走 {steps} 步</translation>
    </message>
    <message>
        <source>the valley is long and narrow, condition number {condition:.3g}; scaling x makes it {after:.3g}</source>
        <translation>谷又长又窄，条件数 {condition:.3g}；缩放 x 后变为 {after:.3g}</translation>
    </message>
    <message>
        <source>x does not vary: every line through ({x:.6g}, {y:.6g}) is equally good</source>
        <translation>x 没有变化：过点 ({x:.6g}, {y:.6g}) 的每条直线都一样好</translation>
    </message>
    <message>
        <source>the {what} is too large for {dtype} at the start already: the largest x is {x_size:.3g}, the largest y {y_size:.3g}</source>
        <translation>{what}在起点就已超出 {dtype}：x 最大为 {x_size:.3g}，y 最大为 {y_size:.3g}</translation>
    </message>
    <message>
        <source>float32 gets no nearer: {name} = {value:.9g} should still move to {best:.9g}, but the step is lost in rounding</source>
        <translation>float32 无法更近：{name} = {value:.9g} 还应移向 {best:.9g}，但这一步在舍入中丢失了</translation>
    </message>
    <message>
        <source>row {row} of the data: {column} = {value:.6g} is too large for {dtype}</source>
        <translation>数据第 {row} 行：{column} = {value:.6g} 超出 {dtype}</translation>
    </message>
</context>
<context>
    <name>ErrorChart</name>
    <message>
        <source>Error and step</source>
        <translation>误差与步长</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许误差</translation>
    </message>
    <message>
        <source>step size h</source>
        <translation>步长 h</translation>
    </message>
    <message>
        <source>|difference|</source>
        <translation>|差|</translation>
    </message>
    <message>
        <source>|numerical − tape| for each step size h; the mark is the step that was chosen.
To the left rounding grows, as 1/h; to the right truncation grows, as h².
A squared loss has no truncation: there is no right branch.
An error of exactly 0 is drawn at the bottom.</source>
        <translation>每个步长 h 处的 |数值梯度 − 梯度带|；圆点是所选的步长。
向左舍入误差按 1/h 增大；向右截断误差按 h² 增大。
平方损失没有截断误差：没有右侧的分支。
恰好为 0 的误差画在底部。</translation>
    </message>
    <message>
        <source>Not drawn for more than {count} rows of data: it would take too long.</source>
        <translation>数据超过 {count} 行时不绘制：耗时太长。</translation>
    </message>
    <message>
        <source>Show the errors of {name}</source>
        <translation>显示 {name} 的误差</translation>
    </message>
    <message>
        <source>The loss is not finite at any of these steps.</source>
        <translation>在所有这些步长处损失都不是有限值。</translation>
    </message>
    <message>
        <source>✗ No step size makes the difference small: it is not the step&apos;s fault.</source>
        <translation>✗ 任何步长都不能使差变小：问题不在步长。</translation>
    </message>
    <message>
        <source>? At a kink both sides cancel: a small difference shows nothing here.</source>
        <translation>? 在折点处两侧相互抵消：差小在这里说明不了什么。</translation>
    </message>
    <message>
        <source>Exactly 0 is drawn at the bottom.</source>
        <translation>恰好为 0 的误差画在底部。</translation>
    </message>
</context>
<context>
    <name>ErrorHistory</name>
    <message>
        <source>Over the run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>|difference|</source>
        <translation>|差|</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许误差</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>|numerical − tape| of the parameter that is farthest off, and the error allowed
there, at every step of the run. Of a long run the worst steps are drawn.
An error of exactly 0 is drawn at the bottom.</source>
        <translation>每一步中偏差最大的参数的 |数值梯度 − 梯度带|，
以及该处的允许误差。运行很长时画出偏差最大的步。
恰好为 0 的误差画在底部。</translation>
    </message>
    <message>
        <source>0: at the bottom</source>
        <translation>0：画在底部</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>The loss surface of this run is not computed yet. Show the run in the window first.</source>
        <translation>这次运行的损失曲面还没有算出。请先在窗口中显示这次运行。</translation>
    </message>
    <message>
        <source>{rows} rows: every step.</source>
        <translation>共 {rows} 行：每一步都在其中。</translation>
    </message>
    <message>
        <source>{rows} rows for {steps} steps: of the older ones the record keeps one in {each}.</source>
        <translation>{steps} 步共 {rows} 行：较早的步，记录中每 {each} 步保留一步。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>The shown run</source>
        <translation>当前显示的运行</translation>
    </message>
    <message>
        <source>The shown run: {name}</source>
        <translation>当前显示的运行：{name}</translation>
    </message>
    <message>
        <source>Cancelled: nothing was written.</source>
        <translation>已取消：没有写入任何内容。</translation>
    </message>
    <message>
        <source>Writing {file} …</source>
        <translation>正在写入 {file} …</translation>
    </message>
    <message>
        <source>Written: {file}.</source>
        <translation>已写入：{file}。</translation>
    </message>
    <message>
        <source>Folder: {folder}</source>
        <translation>文件夹：{folder}</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What can be had</source>
        <translation>可导出的内容</translation>
    </message>
    <message>
        <source>What can be taken out of a run</source>
        <translation>一次运行中可以导出的内容</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>How much is written</source>
        <translation>已写入多少</translation>
    </message>
    <message>
        <source>Which of the kept runs goes out</source>
        <translation>导出哪一次保留的运行</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Choose a place, and write it there</source>
        <translation>选择位置，并写入该处</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the work; no file is left</source>
        <translation>结束工作；不留下任何文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close this window; work goes on</source>
        <translation>关闭此窗口；工作继续进行</translation>
    </message>
</context>
<context>
    <name>ExportPage</name>
    <message>
        <source>There is no run yet.</source>
        <translation>还没有运行。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>The kind of file</source>
        <translation>文件的种类</translation>
    </message>
    <message>
        <source>What the file will hold</source>
        <translation>文件将包含的内容</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Script, table, picture, animation or TensorBoard log of a run</source>
        <translation>一次运行的脚本、数据表、图片、动画或 TensorBoard 日志</translation>
    </message>
    <message>
        <source>✓ WRITTEN</source>
        <translation>✓ 已写入</translation>
    </message>
    <message>
        <source>NOT WRITTEN</source>
        <translation>未写入</translation>
    </message>
</context>
<context>
    <name>FilmPage</name>
    <message>
        <source>Animation (.gif, .mp4)</source>
        <translation>动画 (.gif, .mp4)</translation>
    </message>
    <message>
        <source>The path from the start to the newest step as a film.</source>
        <translation>从起点到最新一步的轨迹，做成影片。</translation>
    </message>
    <message>
        <source>GIF, plays everywhere (.gif)</source>
        <translation>GIF，到处都能播放 (.gif)</translation>
    </message>
    <message>
        <source>MP4, smaller and sharper (.mp4)</source>
        <translation>MP4，更小更清晰 (.mp4)</translation>
    </message>
    <message>
        <source>Line, surface and loss curve</source>
        <translation>直线、曲面和损失曲线</translation>
    </message>
    <message>
        <source>{frames} frames of {steps} steps: {seconds} s.</source>
        <translation>{steps} 步中的 {frames} 帧：{seconds} 秒。</translation>
    </message>
    <message>
        <source>Large: 1280 × 720 px</source>
        <translation>大：1280 × 720 px</translation>
    </message>
    <message>
        <source>Medium: 960 × 540 px</source>
        <translation>中：960 × 540 px</translation>
    </message>
    <message>
        <source>Small: 640 × 480 px</source>
        <translation>小：640 × 480 px</translation>
    </message>
    <message>
        <source>Frames at most</source>
        <translation>最多帧数</translation>
    </message>
    <message>
        <source>Frames per second</source>
        <translation>每秒帧数</translation>
    </message>
    <message>
        <source>How many steps are shown at most, taken evenly</source>
        <translation>最多显示多少步，均匀选取</translation>
    </message>
    <message>
        <source>How fast the film is</source>
        <translation>影片的快慢</translation>
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
        <source>edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>edit points</source>
        <translation>编辑数据点</translation>
    </message>
    <message>
        <source>every {stride}th of {count} points is drawn</source>
        <translation>{count} 个点中每隔 {stride} 个画一个</translation>
    </message>
    <message>
        <source>Add, move and delete points with the mouse</source>
        <translation>用鼠标添加、移动和删除数据点</translation>
    </message>
    <message>
        <source>Up to {count} points can be edited by hand: more are not all drawn</source>
        <translation>最多可手动编辑 {count} 个点：更多的点不会全部画出</translation>
    </message>
    <message>
        <source>original units: {line}</source>
        <translation>原始单位：{line}</translation>
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
        <source>the loss over w and b, and the path; click to set the start, drag the shown point to try other values, turn the wheel to zoom</source>
        <translation>w 和 b 上的损失，以及轨迹；点击设定起点，拖动所示的点试别的值，滚轮缩放</translation>
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
        <source>Inside one step</source>
        <translation>单步拆解</translation>
    </message>
    <message>
        <source>the code of the shown step with its numbers</source>
        <translation>所示步的代码与数值</translation>
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
        <source>Surface in 3-D</source>
        <translation>三维曲面</translation>
    </message>
    <message>
        <source>the loss surface as a relief; drag to turn it</source>
        <translation>立体的损失曲面；拖动旋转</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>the loss after some steps at 256 learning rates; click to use one</source>
        <translation>256 个学习率各训练若干步后的损失；点击即采用</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>kept runs side by side, and races</source>
        <translation>并排比较保留的运行，以及竞赛</translation>
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
        <source>play the recorded steps</source>
        <translation>播放已记录的各步</translation>
    </message>
    <message>
        <source>go on from the shown step as a branch</source>
        <translation>从显示的步另开分支继续</translation>
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
        <source>undo, redo an edit of the points</source>
        <translation>撤销、重做对数据点的编辑</translation>
    </message>
    <message>
        <source>open a table or session, paste a table</source>
        <translation>打开表格或会话，粘贴表格</translation>
    </message>
    <message>
        <source>save the session, export</source>
        <translation>保存会话，导出</translation>
    </message>
    <message>
        <source>copy the numbers of the step, a picture</source>
        <translation>复制该步的数值，复制图片</translation>
    </message>
    <message>
        <source>type a learning rate</source>
        <translation>输入学习率</translation>
    </message>
</context>
<context>
    <name>Hyperparameter</name>
    <message>
        <source>Keras&apos; default: {value}</source>
        <translation>Keras 默认值：{value}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>Keras takes only one of {names}: empty the other field first.</source>
        <translation>{names} 之中 Keras 只接受一个：请先清空另一个字段。</translation>
    </message>
    <message>
        <source>{name} does nothing without {needs}.</source>
        <translation>没有 {needs}，{name} 不起作用。</translation>
    </message>
    <message>
        <source>Keras divides the gradients by it, and nothing multiplies the loss by it here: it would shrink the updates unseen.</source>
        <translation>Keras 会用它去除梯度，而这里的损失并没有乘上它：更新会在不知不觉中变小。</translation>
    </message>
    <message>
        <source>It acts on matrices; Keras updates single numbers with AdamW instead.</source>
        <translation>它只对矩阵起作用；单个数由 Keras 改用 AdamW 更新。</translation>
    </message>
    <message>
        <source>It does nothing: Keras limits the learning rate to 1/√t whether it is on or off.</source>
        <translation>它不起作用：无论开关，Keras 都把学习率限制在 1/√t 以内。</translation>
    </message>
    <message>
        <source>It does nothing to single numbers: a step as long as |θ| keeps only the sign of m.</source>
        <translation>它对单个数不起作用：步长取 |θ| 时，只剩下 m 的符号。</translation>
    </message>
    <message>
        <source>It does nothing: Keras with TensorFlow reads z after it has moved it, and β₁ cancels out.</source>
        <translation>它不起作用：使用 TensorFlow 时，Keras 在移动 z 之后才读取它，β₁ 因而被消去。</translation>
    </message>
    <message>
        <source>How much of the last step is added to the next, as with a rolling ball.</source>
        <translation>上一步有多少加到下一步上，就像滚动的球。</translation>
    </message>
    <message>
        <source>Add the momentum once more, looking ahead to where it leads.</source>
        <translation>再加一次动量，提前看它通向何处。</translation>
    </message>
    <message>
        <source>How slowly the running average of the gradients forgets old ones.</source>
        <translation>梯度的滑动平均忘记旧梯度的快慢：越大越慢。</translation>
    </message>
    <message>
        <source>How much the running average counts against the new gradient in the sign of the step.</source>
        <translation>决定步的符号时，滑动平均相对于新梯度占多大比重。</translation>
    </message>
    <message>
        <source>How slowly the running average of the squared gradients forgets old ones.</source>
        <translation>梯度平方的滑动平均忘记旧值的快慢：越大越慢。</translation>
    </message>
    <message>
        <source>How slowly the largest gradient so far is forgotten.</source>
        <translation>迄今最大的梯度被忘记的快慢：越大越慢。</translation>
    </message>
    <message>
        <source>How the average of the squared gradients comes to forget more slowly with t.</source>
        <translation>梯度平方的平均随 t 增大而忘得越来越慢的程度。</translation>
    </message>
    <message>
        <source>Divide by the variance of the gradients, not by the mean of their squares.</source>
        <translation>除以梯度的方差，而不是梯度平方的平均。</translation>
    </message>
    <message>
        <source>Divide by the largest average so far: the divisor never shrinks.</source>
        <translation>除以迄今最大的平均：除数永不变小。</translation>
    </message>
    <message>
        <source>Keeps the division from blowing up where the gradients are tiny.</source>
        <translation>梯度极小时，避免除法的结果过大。</translation>
    </message>
    <message>
        <source>Sets how long the first steps are; the later ones follow from them.</source>
        <translation>决定最初几步的长度；之后的步由它们得出。</translation>
    </message>
    <message>
        <source>Acts only where θ is exactly 0: else the step is as long as |θ| says.</source>
        <translation>只在 θ 恰好为 0 时起作用：否则步长由 |θ| 决定。</translation>
    </message>
    <message>
        <source>Is added to the squared gradient, against a division by 0.</source>
        <translation>加到梯度的平方上，以免除以 0。</translation>
    </message>
    <message>
        <source>The size of θ that is used for the step where |θ| is smaller.</source>
        <translation>|θ| 更小时，计算步长所用的 θ 的大小。</translation>
    </message>
    <message>
        <source>The largest step, in units of the learning rate times |θ|.</source>
        <translation>最大的步长，以学习率乘 |θ| 为单位。</translation>
    </message>
    <message>
        <source>Where the sum of the squared gradients starts.</source>
        <translation>梯度平方之和的初始值。</translation>
    </message>
    <message>
        <source>How the step shrinks as the sum of the squared gradients grows.</source>
        <translation>随着梯度平方之和增大，步长缩小的方式。</translation>
    </message>
    <message>
        <source>Draws θ towards 0 with a constant force, and holds it there.</source>
        <translation>以恒定的力把 θ 拉向 0，并使它停在 0。</translation>
    </message>
    <message>
        <source>Draws θ towards 0 with a force that grows with θ.</source>
        <translation>以随 θ 增大的力把 θ 拉向 0。</translation>
    </message>
    <message>
        <source>Adds the slope of a penalty s·θ² to the gradient.</source>
        <translation>把惩罚项 s·θ² 的斜率加到梯度上。</translation>
    </message>
    <message>
        <source>Makes every step smaller, the first ones the most.</source>
        <translation>使每一步变小，最初几步变小得最多。</translation>
    </message>
    <message>
        <source>The learning rate of single numbers is so many times the one above.</source>
        <translation>单个数的学习率是上面学习率的这么多倍。</translation>
    </message>
    <message>
        <source>For so many steps the learning rate rises from 0 to its value.</source>
        <translation>预热：在这么多步内，学习率从 0 升到设定值。</translation>
    </message>
    <message>
        <source>Before each update θ shrinks by this share, times the learning rate.</source>
        <translation>权重衰减：每次更新之前，θ 缩小“这一比例乘学习率”。</translation>
    </message>
    <message>
        <source>The longest gradient of each parameter; a longer one is shortened.</source>
        <translation>每个参数的梯度的最大长度；更长的会被缩短。</translation>
    </message>
    <message>
        <source>The largest derivative; a larger one is cut to it.</source>
        <translation>最大的导数；更大的会被截到这个值。</translation>
    </message>
    <message>
        <source>The longest gradient of all parameters together; a longer one is shortened.</source>
        <translation>所有参数合起来的梯度的最大长度；更长的会被缩短。</translation>
    </message>
    <message>
        <source>Keep a running average of the parameters.</source>
        <translation>保持参数的滑动平均。</translation>
    </message>
    <message>
        <source>How slowly the running average of the parameters forgets old ones.</source>
        <translation>参数的滑动平均忘记旧值的快慢：越大越慢。</translation>
    </message>
    <message>
        <source>Every so many steps the parameters are set to their average.</source>
        <translation>每隔这么多步，把参数设为它们的平均值。</translation>
    </message>
    <message>
        <source>Update only every so many steps, with the mean of the gradients since the last time.</source>
        <translation>每隔这么多步才更新一次，使用上次以来梯度的平均。</translation>
    </message>
    <message>
        <source>back to Keras&apos; defaults</source>
        <translation>恢复 Keras 默认值</translation>
    </message>
    <message>
        <source>Set all of these as Keras has them</source>
        <translation>把这些全部设为 Keras 的默认值</translation>
    </message>
    <message>
        <source>Settings: {settings}</source>
        <translation>超参数：{settings}</translation>
    </message>
    <message>
        <source>Settings: Keras&apos; defaults</source>
        <translation>超参数：Keras 默认值</translation>
    </message>
    <message>
        <source>Not offered: {names}</source>
        <translation>未提供：{names}</translation>
    </message>
</context>
<context>
    <name>ImportChoices</name>
    <message>
        <source>leave out rows that cannot be read</source>
        <translation>舍去无法读取的行</translation>
    </message>
    <message>
        <source>Without this, at most one row in a hundred may be left out</source>
        <translation>不勾选时，最多舍去百分之一的行</translation>
    </message>
    <message>
        <source>Words for a missing value beside the usual ones, with spaces between</source>
        <translation>除常用写法外表示缺失的词，以空格分隔</translation>
    </message>
    <message>
        <source>Missing words</source>
        <translation>缺失标记</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>The column of x</source>
        <translation>x 所在的列</translation>
    </message>
    <message>
        <source>y</source>
        <translation>y</translation>
    </message>
    <message>
        <source>The column of y</source>
        <translation>y 所在的列</translation>
    </message>
    <message>
        <source>Dates as</source>
        <translation>日期换算为</translation>
    </message>
    <message>
        <source>What dates are as x</source>
        <translation>日期作为 x 时的含义</translation>
    </message>
    <message>
        <source>Date order</source>
        <translation>日期顺序</translation>
    </message>
    <message>
        <source>Of dates like 3/4/2024</source>
        <translation>用于 3/4/2024 这样的日期</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>工作表</translation>
    </message>
    <message>
        <source>The sheet of the workbook</source>
        <translation>工作簿中的工作表</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <source>What stands between two values</source>
        <translation>两个值之间的符号</translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation>小数点</translation>
    </message>
    <message>
        <source>Before the decimals</source>
        <translation>小数部分之前的符号</translation>
    </message>
    <message>
        <source>Thousands</source>
        <translation>千位分隔符</translation>
    </message>
    <message>
        <source>Between the thousands of a number</source>
        <translation>数字中千位之间的符号</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>How letters are written as bytes</source>
        <translation>文字如何存成字节</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>Whether the first row names the columns</source>
        <translation>首行是否为列名</translation>
    </message>
    <message>
        <source>Lines before</source>
        <translation>跳过的行</translation>
    </message>
    <message>
        <source>Lines to pass over before the table</source>
        <translation>表格之前要跳过的行数</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>What a line begins with that is no row</source>
        <translation>不是数据的行以什么开头</translation>
    </message>
    <message>
        <source>days since the first</source>
        <translation>自首个日期起的天数</translation>
    </message>
    <message>
        <source>months since the first</source>
        <translation>自首个日期起的月数</translation>
    </message>
    <message>
        <source>number of the row</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>day first</source>
        <translation>先日后月</translation>
    </message>
    <message>
        <source>month first</source>
        <translation>先月后日</translation>
    </message>
    <message>
        <source>names the columns</source>
        <translation>是列名</translation>
    </message>
    <message>
        <source>is data</source>
        <translation>是数据</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{found} (found)</source>
        <translation>{found}（自动识别）</translation>
    </message>
    <message>
        <source>{column} (taken)</source>
        <translation>{column}（已选用）</translation>
    </message>
    <message>
        <source>choose …</source>
        <translation>请选择……</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Open a table: {name}</source>
        <translation>打开表格：{name}</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>The first rows, as they stand in the file</source>
        <translation>文件中的前几行</translation>
    </message>
    <message>
        <source>How much has been read</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>Use these data</source>
        <translation>使用这些数据</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>{name}: {format}</source>
        <translation>{name}：{format}</translation>
    </message>
    <message>
        <source>Every {step}th is drawn above.</source>
        <translation>上图每 {step} 个点画一个。</translation>
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
    <name>LearningRateMapPanel</name>
    <message>
        <source>Learning-rate map</source>
        <translation>学习率扫描</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Show learning rate and momentum as a map (for SGD)</source>
        <translation>以图显示学习率与动量（仅 SGD）</translation>
    </message>
    <message>
        <source>after {n} steps</source>
        <translation>{n} 步后</translation>
    </message>
    <message>
        <source>Steps at each learning rate</source>
        <translation>每个学习率的步数</translation>
    </message>
    <message>
        <source>After how many steps the loss is looked at</source>
        <translation>多少步之后看损失</translation>
    </message>
    <message>
        <source>Click to use a learning rate</source>
        <translation>点击采用一个学习率</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>loss after {n} steps</source>
        <translation>{n} 步后的损失</translation>
    </message>
    <message>
        <source>{optimizer} is trained at one rate after the other</source>
        <translation>{optimizer} 只能逐个学习率训练</translation>
    </message>
    <message>
        <source>from {rows} rows taken evenly</source>
        <translation>取均匀分布的 {rows} 行计算</translation>
    </message>
    <message>
        <source>all rows in each step, no mini-batches</source>
        <translation>每步使用全部行，不用小批量</translation>
    </message>
    <message>
        <source>with the right gradient, without the deliberate mistake</source>
        <translation>按正确的梯度，不含故意的错误</translation>
    </message>
    <message>
        <source>all rates diverge</source>
        <translation>所有学习率都发散</translation>
    </message>
    <message>
        <source>smallest loss at {rate}</source>
        <translation>损失最小处：{rate}</translation>
    </message>
    <message>
        <source>○ rounding decides where it ends</source>
        <translation>○ 结果取决于舍入</translation>
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
    <name>LogPage</name>
    <message>
        <source>TensorBoard log (folder)</source>
        <translation>TensorBoard 日志 (文件夹)</translation>
    </message>
    <message>
        <source>The curves of the run, beside those of other programs.</source>
        <translation>这次运行的曲线，可与其他程序的曲线并列。</translation>
    </message>
    <message>
        <source>Choose the folder of all your logs: this run gets a folder of its own in it, and TensorBoard draws all of them together.</source>
        <translation>请选择存放所有日志的文件夹：这次运行在其中有自己的文件夹，TensorBoard 会把它们画在一起。</translation>
    </message>
    <message>
        <source>{written} of {steps} steps. See it with: tensorboard --logdir {folder}</source>
        <translation>共 {steps} 步，写入 {written} 步。查看：tensorboard --logdir {folder}</translation>
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
        <source>bold: all rows, thin: mini-batch</source>
        <translation>粗线：全部行，细线：小批量</translation>
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
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Broken on purpose: {bug}</source>
        <translation>故意改错中：{bug}</translation>
    </message>
    <message>
        <source>Turn it off</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Message</name>
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
        <source>Reading {file} … {percent} %</source>
        <translation>正在读取 {file}…… {percent} %</translation>
    </message>
    <message>
        <source>Reading {file} …</source>
        <translation>正在读取 {file}……</translation>
    </message>
    <message>
        <source>NOTHING TO PASTE</source>
        <translation>没有可粘贴的内容</translation>
    </message>
    <message>
        <source>The clipboard holds no text: copy two columns of cells in a spreadsheet first.</source>
        <translation>剪贴板中没有文本：请先在电子表格中复制两列单元格。</translation>
    </message>
    <message>
        <source>LEFT OUT</source>
        <translation>有行被舍去</translation>
    </message>
    <message>
        <source>By hand: {values}, loss {loss}; at step {step} it is {other}.</source>
        <translation>手动：{values}，损失 {loss}；第 {step} 步时为 {other}。</translation>
    </message>
    <message>
        <source>Back to step {step}</source>
        <translation>回到第 {step} 步</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>BY HAND</source>
        <translation>手动</translation>
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
        <source>it is broken on purpose ({bug})</source>
        <translation>这是故意改错（{bug}）</translation>
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
        <source>Centre x</source>
        <translation>x 中心化</translation>
    </message>
    <message>
        <source>Standardise x</source>
        <translation>x 标准化</translation>
    </message>
    <message>
        <source>Training goes on all the same.</source>
        <translation>训练照样进行。</translation>
    </message>
    <message>
        <source>The check at the start is not conclusive: {reason}. Training goes on all the same.</source>
        <translation>初始值处的梯度检验无法判定：{reason}。仍会训练。</translation>
    </message>
    <message>
        <source>The valley of these data is long and narrow, condition number {condition}: with x as it is, descent will crawl along it.</source>
        <translation>这些数据的谷又长又窄，条件数 {condition}：x 不缩放时，下降会沿谷底爬行。</translation>
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
        <source>Step {step}: the gradient norm {value} is below {bound}, as set; the loss is {loss}.</source>
        <translation>第 {step} 步：梯度范数 {value} 已低于设定的 {bound}；损失为 {loss}。</translation>
    </message>
    <message>
        <source>Step {step}: the loss changed by {value}, less than {bound} as set; it is {loss}.</source>
        <translation>第 {step} 步：损失只变化了 {value}，小于设定的 {bound}；损失为 {loss}。</translation>
    </message>
    <message>
        <source>Step {step}: the loss {value} has reached {bound}, as set.</source>
        <translation>第 {step} 步：损失 {value} 已达到设定的 {bound}。</translation>
    </message>
    <message>
        <source>A new branch from step {step}; the old run stays in grey.</source>
        <translation>从第 {step} 步开始的新分支；原来的运行以灰色保留。</translation>
    </message>
    <message>
        <source>The gradient is wrong.</source>
        <translation>梯度计算有误。</translation>
    </message>
    <message>
        <source>The gradient is wrong: {cause}.</source>
        <translation>梯度计算有误：{cause}。</translation>
    </message>
    <message>
        <source>The update is wrong: {cause}.</source>
        <translation>更新有误：{cause}。</translation>
    </message>
    <message>
        <source>Turn the mistake off</source>
        <translation>关闭这个错误</translation>
    </message>
    <message>
        <source>Train all the same</source>
        <translation>照样训练</translation>
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
    <message>
        <source>Saving {file} …</source>
        <translation>正在保存 {file} …</translation>
    </message>
    <message>
        <source>SAVING</source>
        <translation>保存中</translation>
    </message>
    <message>
        <source>The session has been read. Its runs are being prepared …</source>
        <translation>会话已读入，正在准备其中的运行 …</translation>
    </message>
    <message>
        <source>Saved as {file}.</source>
        <translation>已保存为 {file}。</translation>
    </message>
    <message>
        <source>✓ SAVED</source>
        <translation>✓ 已保存</translation>
    </message>
    <message>
        <source>Opened {file}: 1 run, step {step}.</source>
        <translation>已打开 {file}：1 个运行，第 {step} 步。</translation>
    </message>
    <message>
        <source>Opened {file}: {runs} runs, step {step}.</source>
        <translation>已打开 {file}：{runs} 个运行，第 {step} 步。</translation>
    </message>
    <message>
        <source>✓ OPENED</source>
        <translation>✓ 已打开</translation>
    </message>
    <message>
        <source>1 run is back, at step {step}. Save it to keep it.</source>
        <translation>已恢复 1 个运行，位于第 {step} 步。请保存以免丢失。</translation>
    </message>
    <message>
        <source>{runs} runs are back, at step {step}. Save them to keep them.</source>
        <translation>已恢复 {runs} 个运行，位于第 {step} 步。请保存以免丢失。</translation>
    </message>
    <message>
        <source>✓ RECOVERED</source>
        <translation>✓ 已恢复</translation>
    </message>
    <message>
        <source>✗ NOT SAVED</source>
        <translation>✗ 未保存</translation>
    </message>
    <message>
        <source>After a crash your runs would be lost: {why}</source>
        <translation>若程序崩溃，运行将会丢失：{why}</translation>
    </message>
    <message>
        <source>NO AUTOSAVE</source>
        <translation>无自动保存</translation>
    </message>
    <message>
        <source>Descent Lab ended without a word last time. Its runs of {time} can be had again.</source>
        <translation>Descent Lab 上次意外退出。{time} 时的运行可以恢复。</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>RECOVERY</source>
        <translation>可恢复</translation>
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
    <name>MomentumMap</name>
    <message>
        <source>diverges</source>
        <translation>发散</translation>
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
    <message>
        <source>The number must be below {limit}.</source>
        <translation>该数必须小于 {limit}。</translation>
    </message>
</context>
<context>
    <name>NumberField</name>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>off: type a number to turn it on</source>
        <translation>关：输入一个数即可打开</translation>
    </message>
</context>
<context>
    <name>OtherPoints</name>
    <message>
        <source>Other points</source>
        <translation>其他点</translation>
    </message>
    <message>
        <source>Gradient check at other points</source>
        <translation>其他点的梯度检验</translation>
    </message>
    <message>
        <source>Where all residuals are equal, wrong gradients can have the right value: so the check is repeated away from the path. Ctrl+C copies the table</source>
        <translation>当所有残差相等时，错误的梯度也可能恰好正确：因此在轨迹之外的点再检验。Ctrl+C 复制表格</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>difference {name}</source>
        <translation>差 {name}</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>{name}: tape {tape}, numerical {numerical}</source>
        <translation>{name}：梯度带 {tape}，数值 {numerical}</translation>
    </message>
</context>
<context>
    <name>OwnNumbers</name>
    <message>
        <source>My own numbers</source>
        <translation>我的结果</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Compare these numbers with the derivative of the loss</source>
        <translation>把这些数与损失的导数比较</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Empty the fields and forget the answer</source>
        <translation>清空输入并清除结果</translation>
    </message>
    <message>
        <source>How your own numbers compare</source>
        <translation>你的结果比较如何</translation>
    </message>
    <message>
        <source>For {point}:</source>
        <translation>对 {point}：</translation>
    </message>
    <message>
        <source>Your {name}, such as 18 or 1.8e1; three digits suffice. Enter compares</source>
        <translation>你的 {name}，如 18 或 1.8e1；三位有效数字就够了。按回车键比较</translation>
    </message>
    <message>
        <source>“{text}” is not a number: type one such as 18 or 1.8e1.</source>
        <translation>“{text}”不是数字：请输入如 18 或 1.8e1 的数。</translation>
    </message>
    <message>
        <source>Type a number in every field.</source>
        <translation>请在每个输入框中输入一个数。</translation>
    </message>
    <message>
        <source>Type the gradient that you computed: in NumPy, in PyTorch, in a spreadsheet, or by hand. Three digits suffice.</source>
        <translation>输入你算出的梯度：用 NumPy、PyTorch、电子表格或手算都可以。三位有效数字就够了。</translation>
    </message>
    <message>
        <source>For {point}, another point than the shown one; Compare asks anew:</source>
        <translation>对 {point}，不是当前的点；按“比较”重新检验：</translation>
    </message>
    <message>
        <source>Also possible: {cause}.</source>
        <translation>也可能：{cause}。</translation>
    </message>
    <message>
        <source>✓ {name} = {claimed} is right</source>
        <translation>✓ {name} = {claimed} 正确</translation>
    </message>
    <message>
        <source>✓ {name} = {claimed}: the gradient is about 0</source>
        <translation>✓ {name} = {claimed}：梯度约为 0</translation>
    </message>
    <message>
        <source>✗ {name} = {claimed} is wrong: at this kink it is from {first} to {last}</source>
        <translation>✗ {name} = {claimed} 有误：在此折点处它介于 {first} 与 {last} 之间</translation>
    </message>
    <message>
        <source>✗ {name} = {claimed} is wrong: {right} is right</source>
        <translation>✗ {name} = {claimed} 有误：正确值是 {right}</translation>
    </message>
    <message>
        <source>? {name} = {claimed}: {reason}</source>
        <translation>? {name} = {claimed}：{reason}</translation>
    </message>
</context>
<context>
    <name>PicturePage</name>
    <message>
        <source>Picture (.png, .svg, .pdf)</source>
        <translation>图片 (.png, .svg, .pdf)</translation>
    </message>
    <message>
        <source>The panels at the shown step, light and labelled, for print.</source>
        <translation>所显示这一步的各面板，浅色并带标注，供打印。</translation>
    </message>
    <message>
        <source>PNG, pixels (.png)</source>
        <translation>PNG，像素 (.png)</translation>
    </message>
    <message>
        <source>SVG, lines and text (.svg)</source>
        <translation>SVG，线条和文字 (.svg)</translation>
    </message>
    <message>
        <source>PDF, lines and text (.pdf)</source>
        <translation>PDF，线条和文字 (.pdf)</translation>
    </message>
    <message>
        <source>It shows step {step}.</source>
        <translation>它显示第 {step} 步。</translation>
    </message>
    <message>
        <source>Screen: 1280 × 800 px</source>
        <translation>屏幕：1280 × 800 px</translation>
    </message>
    <message>
        <source>One column: 85 mm</source>
        <translation>单栏：85 mm</translation>
    </message>
    <message>
        <source>Two columns: 180 mm</source>
        <translation>双栏：180 mm</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>The picture, made small</source>
        <translation>缩小的图片</translation>
    </message>
    <message>
        <source>{width} × {height} pixels, text {points} pt high on paper</source>
        <translation>{width} × {height} 像素，印出的文字高 {points} pt</translation>
    </message>
    <message>
        <source>text {points} pt high on paper</source>
        <translation>印出的文字高 {points} pt</translation>
    </message>
    <message>
        <source>That is too small to read: choose one panel or a larger size.</source>
        <translation>太小，无法阅读：请只选一个面板，或选更大的尺寸。</translation>
    </message>
</context>
<context>
    <name>PointBar</name>
    <message>
        <source>Click: add. Drag: move. The last point stays.</source>
        <translation>单击添加，拖动移动，最后一点保留。</translation>
    </message>
    <message>
        <source>Click: add. Drag: move. Right click: delete.</source>
        <translation>单击添加，拖动移动，右键删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the last edit (Ctrl+Z)</source>
        <translation>撤销上一次编辑（Ctrl+Z）</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo it (Ctrl+Y)</source>
        <translation>重做（Ctrl+Y）</translation>
    </message>
</context>
<context>
    <name>Preset</name>
    <message>
        <source>Measurements are facts: these are in the public domain.</source>
        <translation>测量数据属于事实:这些数据不受版权保护。</translation>
    </message>
    <message>
        <source>line</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>outliers</source>
        <translation>离群点</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>两簇</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>fan</source>
        <translation>扇形</translation>
    </message>
    <message>
        <source>constant x</source>
        <translation>x 恒定</translation>
    </message>
    <message>
        <source>Anscombe 1</source>
        <translation>安斯科姆 1</translation>
    </message>
    <message>
        <source>Anscombe 2</source>
        <translation>安斯科姆 2</translation>
    </message>
    <message>
        <source>Anscombe 3</source>
        <translation>安斯科姆 3</translation>
    </message>
    <message>
        <source>Anscombe 4</source>
        <translation>安斯科姆 4</translation>
    </message>
    <message>
        <source>Hubble</source>
        <translation>哈勃</translation>
    </message>
    <message>
        <source>Forbes</source>
        <translation>福布斯</translation>
    </message>
    <message>
        <source>cars</source>
        <translation>汽车</translation>
    </message>
    <message>
        <source>Norris</source>
        <translation>诺里斯</translation>
    </message>
    <message>
        <source>100 noisy points of y = 2x + 10: tape, optimizer and update, 20 steps at 0.1.</source>
        <translation>y = 2x + 10 加噪声的 100 个点:梯度带、优化器与更新,学习率 0.1 走 20 步。</translation>
    </message>
    <message>
        <source>5 points of y = x − 1: the gradient is checked first, then 1000 steps at 0.1.</source>
        <translation>y = x − 1 的 5 个点:先检验梯度,再以学习率 0.1 走 1000 步。</translation>
    </message>
    <message>
        <source>Noisy points of y = 2x + 1.</source>
        <translation>y = 2x + 1 加噪声的点。</translation>
    </message>
    <message>
        <source>y = 2x + 1, with one point of ten 5 too high: they pull the line up.</source>
        <translation>y = 2x + 1,每十个点中有一个高出 5:它们把直线往上拉。</translation>
    </message>
    <message>
        <source>Two clusters: the line joins them, and within each x says nothing of y.</source>
        <translation>两簇点:直线把它们连起来,而在每一簇之内 x 与 y 无关。</translation>
    </message>
    <message>
        <source>Noisy points of y = 2x² + x: no line follows it.</source>
        <translation>y = 2x² + x 加噪声的点:没有直线能跟随它。</translation>
    </message>
    <message>
        <source>y = 2x + 1 with noise that grows with x.</source>
        <translation>y = 2x + 1,噪声随 x 增大。</translation>
    </message>
    <message>
        <source>All points at x = 1: many lines fit equally well, and the start decides.</source>
        <translation>所有点都在 x = 1:许多直线拟合得一样好,由起点决定。</translation>
    </message>
    <message>
        <source>Anscombe&apos;s quartet, 1 of 4, an honest line: all four have the same line.</source>
        <translation>安斯科姆四重奏之 1/4,真正的直线:四组数据的拟合直线相同。</translation>
    </message>
    <message>
        <source>Anscombe&apos;s quartet, 2 of 4, a curve: all four have the same line.</source>
        <translation>安斯科姆四重奏之 2/4,一条曲线:四组数据的拟合直线相同。</translation>
    </message>
    <message>
        <source>Anscombe&apos;s quartet, 3 of 4, a line and an outlier: all four have the same line.</source>
        <translation>安斯科姆四重奏之 3/4,一条直线加一个离群点:四组数据的拟合直线相同。</translation>
    </message>
    <message>
        <source>Anscombe&apos;s quartet, 4 of 4, one point that sets the slope: all four have the same line.</source>
        <translation>安斯科姆四重奏之 4/4,由一个点决定斜率:四组数据的拟合直线相同。</translation>
    </message>
    <message>
        <source>24 nebulae, distance and velocity: the farther, the faster they recede.</source>
        <translation>24 个星云的距离与速度:越远,退行越快。</translation>
    </message>
    <message>
        <source>17 boiling points of water and air pressures in the Alps and Scotland.</source>
        <translation>阿尔卑斯山与苏格兰的 17 组水的沸点与气压。</translation>
    </message>
    <message>
        <source>50 cars of the 1920s, speed and stopping distance.</source>
        <translation>1920 年代的 50 辆汽车:车速与刹车距离。</translation>
    </message>
    <message>
        <source>36 readings of an ozone monitor against the reference: NIST certifies slope and intercept.</source>
        <translation>臭氧监测仪相对于基准的 36 个读数:斜率与截距由 NIST 认证。</translation>
    </message>
</context>
<context>
    <name>RaceDialog</name>
    <message>
        <source>Race</source>
        <translation>竞赛</translation>
    </message>
    <message>
        <source>Optimizers</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rates of {optimizer}</source>
        <translation>{optimizer} 的不同学习率</translation>
    </message>
    <message>
        <source>all at learning rate {rate}</source>
        <translation>都用学习率 {rate}</translation>
    </message>
    <message>
        <source>each at Keras&apos; default rate</source>
        <translation>各用 Keras 的默认学习率</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>how many</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>They start at the same point on the same data and advance together.</source>
        <translation>它们从同一点、用同样的数据出发，同步前进。</translation>
    </message>
    <message>
        <source>The first rate has to be lower than the last.</source>
        <translation>第一个学习率必须小于最后一个。</translation>
    </message>
    <message>
        <source>Choose at least two optimizers.</source>
        <translation>请至少选择两个优化器。</translation>
    </message>
    <message>
        <source>Choose at most {most} optimizers: {count} are chosen.</source>
        <translation>最多选择 {most} 个优化器：现已选 {count} 个。</translation>
    </message>
</context>
<context>
    <name>RateMap</name>
    <message>
        <source>limit {rate}</source>
        <translation>上限 {rate}</translation>
    </message>
    <message>
        <source>fastest {rate}</source>
        <translation>最快 {rate}</translation>
    </message>
    <message>
        <source>now {rate}</source>
        <translation>当前 {rate}</translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>step {step} of {last}</source>
        <translation>第 {step} / {last} 步</translation>
    </message>
    <message>
        <source>step {step} of {last}, epoch {epoch}</source>
        <translation>第 {step} / {last} 步，轮次 {epoch}</translation>
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
        <source>an epoch has seen all rows of the data once</source>
        <translation>一个轮次把数据的所有行看一遍</translation>
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
    <name>RecentMenu</name>
    <message>
        <source>nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Forget these files; the files themselves stay</source>
        <translation>不再列出这些文件；文件本身保留</translation>
    </message>
    <message>
        <source>{file} is not there any more</source>
        <translation>{file} 已不存在</translation>
    </message>
</context>
<context>
    <name>RunsModel</name>
    <message>
        <source>seen</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Draw it or not; click the colour to choose another</source>
        <translation>是否画出；点击颜色可更换</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>to 1 %</source>
        <translation>到 1 %</translation>
    </message>
    <message>
        <source>status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation>双击改名</translation>
    </message>
    <message>
        <source>How far w and b are from the optimum</source>
        <translation>w 和 b 离最优点有多远</translation>
    </message>
    <message>
        <source>After how many steps that distance was 1 % of the one at the start</source>
        <translation>多少步之后该距离降到起点时的 1 %</translation>
    </message>
</context>
<context>
    <name>RunsPanel</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Kept runs</source>
        <translation>保留的运行</translation>
    </message>
    <message>
        <source>Keep this run</source>
        <translation>保留此运行</translation>
    </message>
    <message>
        <source>Let the shown run stay on all pictures when you go on with others</source>
        <translation>继续其他运行时，让显示的运行留在各图上</translation>
    </message>
    <message>
        <source>Race…</source>
        <translation>竞赛…</translation>
    </message>
    <message>
        <source>Let several optimizers or learning rates advance together</source>
        <translation>让多个优化器或学习率同步前进</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show the chosen run in all panels</source>
        <translation>在所有面板中查看选中的运行</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the chosen runs (Delete)</source>
        <translation>移除选中的运行 (Delete)</translation>
    </message>
    <message>
        <source>A kept run stays on surface, line and loss curve in its own colour, so that the next one can be compared with it.</source>
        <translation>保留的运行以自己的颜色留在曲面、直线和损失曲线上，便于与下一次运行比较。</translation>
    </message>
</context>
<context>
    <name>Schedule</name>
    <message>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>exponential</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>inverse time</source>
        <translation>时间反比</translation>
    </message>
    <message>
        <source>polynomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>in pieces</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>The learning rate stays as it is.</source>
        <translation>学习率保持不变。</translation>
    </message>
    <message>
        <source>Every T steps the learning rate is multiplied by decay_rate.</source>
        <translation>每 T 步，学习率乘以 decay_rate。</translation>
    </message>
    <message>
        <source>The learning rate falls fast at first and ever more slowly then.</source>
        <translation>学习率先快后慢地下降。</translation>
    </message>
    <message>
        <source>The learning rate falls to end_learning_rate within T steps.</source>
        <translation>学习率在 T 步内降到 end_learning_rate。</translation>
    </message>
    <message>
        <source>After the warm-up the learning rate falls along half a cosine wave within T steps.</source>
        <translation>预热之后，学习率在 T 步内沿半个余弦波下降。</translation>
    </message>
    <message>
        <source>After each boundary the learning rate is multiplied by another factor.</source>
        <translation>过了每个边界之后，学习率乘以另一个系数。</translation>
    </message>
    <message>
        <source>T: how many steps the fall takes.</source>
        <translation>T：下降需要多少步。</translation>
    </message>
    <message>
        <source>r: how far the learning rate falls within T steps.</source>
        <translation>r：学习率在 T 步内下降多少。</translation>
    </message>
    <message>
        <source>Fall in one jump every T steps, not a bit every step.</source>
        <translation>每 T 步一次跳降，而不是每步降一点。</translation>
    </message>
    <message>
        <source>The learning rate after T steps.</source>
        <translation>T 步之后的学习率。</translation>
    </message>
    <message>
        <source>1 is a straight line; above it the fall is fast at first.</source>
        <translation>1 是直线；大于 1 时先快后慢。</translation>
    </message>
    <message>
        <source>After every T steps rise again, less each time.</source>
        <translation>每 T 步之后重新升高，一次比一次少。</translation>
    </message>
    <message>
        <source>α: the share of the learning rate that is left after T steps.</source>
        <translation>α：T 步之后学习率剩下的比例。</translation>
    </message>
    <message>
        <source>For so many steps the learning rate rises in a line from 0; 0 is no warm-up.</source>
        <translation>在这么多步内，学习率从 0 直线上升；0 表示不预热。</translation>
    </message>
    <message>
        <source>The steps after which the next factor holds, with commas between.</source>
        <translation>过了这些步之后使用下一个系数，用逗号隔开。</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by: one factor more than there are boundaries.</source>
        <translation>学习率所乘的系数：比边界多一个。</translation>
    </message>
    <message>
        <source>Schedule: {kind}, {steps} steps</source>
        <translation>学习率调度：{kind}，{steps} 步</translation>
    </message>
    <message>
        <source>Schedule: {kind}, at {steps}</source>
        <translation>学习率调度：{kind}，在 {steps}</translation>
    </message>
    <message>
        <source>Schedule: {kind}</source>
        <translation>学习率调度：{kind}</translation>
    </message>
    <message>
        <source>boundaries: type rising whole numbers such as 50, 100.</source>
        <translation>boundaries：请输入递增的整数，例如 50, 100。</translation>
    </message>
    <message>
        <source>factors: type numbers from 0 up such as 1, 0.5, 0.1.</source>
        <translation>factors：请输入不小于 0 的数，例如 1, 0.5, 0.1。</translation>
    </message>
    <message>
        <source>{factors} factors for {boundaries} boundaries: type one factor more than boundaries.</source>
        <translation>{boundaries} 个边界却有 {factors} 个系数：系数应比边界多一个。</translation>
    </message>
</context>
<context>
    <name>ScheduleSection</name>
    <message>
        <source>Learning-rate schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>How the learning rate changes with the step</source>
        <translation>学习率如何随步数变化</translation>
    </message>
</context>
<context>
    <name>ScriptPage</name>
    <message>
        <source>Script (.py)</source>
        <translation>脚本 (.py)</translation>
    </message>
    <message>
        <source>A short TensorFlow program that repeats the run.</source>
        <translation>重复这次运行的简短 TensorFlow 程序。</translation>
    </message>
    <message>
        <source>Python script (.py)</source>
        <translation>Python 脚本 (.py)</translation>
    </message>
    <message>
        <source>It needs TensorFlow and NumPy only, makes the same steps with tape, gradient and optimizer, and prints the same numbers.</source>
        <translation>它只需要 TensorFlow 和 NumPy，用梯度带、梯度和优化器走同样的步，并打印同样的数值。</translation>
    </message>
    <message>
        <source>The {count} rows of data go into a file beside it (…_data.npz).</source>
        <translation>{count} 行数据写入它旁边的文件 (…_data.npz)。</translation>
    </message>
    <message>
        <source>Run it with: python {file}</source>
        <translation>运行方法：python {file}</translation>
    </message>
    <message>
        <source>It reads its data from {file}, which has to stay beside it.</source>
        <translation>它从 {file} 读取数据，该文件必须留在它旁边。</translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Save all kept runs, their data and what is shown in one file</source>
        <translation>把保留的所有运行、其数据和当前显示存入一个文件</translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation>会话另存为…</translation>
    </message>
    <message>
        <source>Save the session in another file</source>
        <translation>把会话存入另一个文件</translation>
    </message>
    <message>
        <source>Sessions (*{suffix})</source>
        <translation>会话 (*{suffix})</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>保存会话</translation>
    </message>
</context>
<context>
    <name>SizeChooser</name>
    <message>
        <source>Own size</source>
        <translation>自定尺寸</translation>
    </message>
    <message>
        <source>dpi</source>
        <translation>dpi</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Pixels per inch</source>
        <translation>每英寸像素数</translation>
    </message>
    <message>
        <source>A usual size; the fields beneath make another one</source>
        <translation>常用尺寸；用下面的数值可得到别的尺寸</translation>
    </message>
    <message>
        <source>The width of the picture</source>
        <translation>图片的宽度</translation>
    </message>
    <message>
        <source>The height of the picture</source>
        <translation>图片的高度</translation>
    </message>
    <message>
        <source>Pixels for the screen, millimetres for paper</source>
        <translation>屏幕用像素，纸张用毫米</translation>
    </message>
    <message>
        <source>Pixels per inch: more of them are sharper in print, not larger</source>
        <translation>每英寸像素数：越多印得越清晰，但不会更大</translation>
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
    <name>StepArrows</name>
    <message>
        <source>of the mini-batch</source>
        <translation>小批量的梯度</translation>
    </message>
    <message>
        <source>gradient (uphill)</source>
        <translation>梯度（上坡）</translation>
    </message>
    <message>
        <source>gradient of all rows (uphill)</source>
        <translation>全部行的梯度（上坡）</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>average gradient (downhill)</source>
        <translation>平均梯度（下坡）</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>drawn {factor} ×</source>
        <translation>按 {factor} × 绘制</translation>
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
    <name>StepsPage</name>
    <message>
        <source>Steps as a table (.csv, .parquet)</source>
        <translation>逐步数据表 (.csv, .parquet)</translation>
    </message>
    <message>
        <source>Every recorded step with all its numbers.</source>
        <translation>每一个已记录的步及其全部数值。</translation>
    </message>
    <message>
        <source>CSV, for any program (.csv)</source>
        <translation>CSV，任何程序可用 (.csv)</translation>
    </message>
    <message>
        <source>Parquet, small and fast (.parquet)</source>
        <translation>Parquet，小而快 (.parquet)</translation>
    </message>
    <message>
        <source>Columns, in full precision: {columns}.</source>
        <translation>各列，完整精度：{columns}。</translation>
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
    <name>StopSection</name>
    <message>
        <source>gradient norm below</source>
        <translation>梯度范数低于</translation>
    </message>
    <message>
        <source>End as converged once the gradient is shorter than this; empty: never</source>
        <translation>梯度范数小于此值时视为收敛并结束；留空：从不</translation>
    </message>
    <message>
        <source>loss change below</source>
        <translation>损失变化低于</translation>
    </message>
    <message>
        <source>End as converged once a step changes the loss by less; empty: never</source>
        <translation>一步使损失的变化小于此值时视为收敛并结束；留空：从不</translation>
    </message>
    <message>
        <source>loss at most</source>
        <translation>损失不超过</translation>
    </message>
    <message>
        <source>End as converged once the loss is this small; empty: never</source>
        <translation>损失小到此值时视为收敛并结束；留空：从不</translation>
    </message>
    <message>
        <source>Stop: after {steps} steps</source>
        <translation>停止：最多步数 {steps}</translation>
    </message>
    <message>
        <source>gradient norm &lt; {value}</source>
        <translation>梯度范数 &lt; {value}</translation>
    </message>
    <message>
        <source>loss change &lt; {value}</source>
        <translation>损失变化 &lt; {value}</translation>
    </message>
    <message>
        <source>loss ≤ {value}</source>
        <translation>损失 ≤ {value}</translation>
    </message>
</context>
<context>
    <name>Surface3dPanel</name>
    <message>
        <source>Loss surface in 3-D</source>
        <translation>三维损失曲面</translation>
    </message>
    <message>
        <source>from above</source>
        <translation>俯视</translation>
    </message>
    <message>
        <source>Look straight down, the way the flat picture does</source>
        <translation>垂直向下看，与平面图一致</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Look from where the first picture was seen</source>
        <translation>回到最初的视角</translation>
    </message>
    <message>
        <source>log height</source>
        <translation>对数高度</translation>
    </message>
    <message>
        <source>Height is the logarithm of the loss; otherwise the loss itself</source>
        <translation>高度为损失的对数；否则为损失本身</translation>
    </message>
    <message>
        <source>dock</source>
        <translation>停靠</translation>
    </message>
    <message>
        <source>float</source>
        <translation>浮动</translation>
    </message>
    <message>
        <source>Put the surface back into its tab</source>
        <translation>把曲面放回标签页</translation>
    </message>
    <message>
        <source>Show the surface in a window of its own</source>
        <translation>在单独的窗口中显示曲面</translation>
    </message>
    <message>
        <source>Drag to turn, wheel to zoom, Ctrl and drag to move; arrow keys turn too</source>
        <translation>拖动旋转，滚轮缩放，按 Ctrl 拖动平移；方向键也可旋转</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>optimum</source>
        <translation>最优点</translation>
    </message>
    <message>
        <source>start</source>
        <translation>初始值</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>The surface is in a window of its own; close that to have it here.</source>
        <translation>曲面在单独的窗口中；关闭该窗口即可回到这里。</translation>
    </message>
    <message>
        <source>The surface of this loss is computed by TensorFlow …</source>
        <translation>此损失的曲面由 TensorFlow 计算 …</translation>
    </message>
    <message>
        <source>There is no OpenGL on this display: the surface is drawn flat.</source>
        <translation>此显示环境没有 OpenGL：曲面以平面图显示。</translation>
    </message>
    <message>
        <source>not unique: x does not vary, every point of the dashed line is best</source>
        <translation>不唯一：x 没有变化，虚线上每一点都是最优</translation>
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
        <source>axes</source>
        <translation>主轴</translation>
    </message>
    <message>
        <source>Directions of steepest (solid) and flattest (dashed) curvature; they are at right angles where both axes have the same scale</source>
        <translation>曲率最大（实线）与最小（虚线）的方向；两轴比例相同时它们互相垂直</translation>
    </message>
    <message>
        <source>follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Keep the shown point in view</source>
        <translation>让所示的点保持在视野中</translation>
    </message>
    <message>
        <source>around the optimum</source>
        <translation>最优点附近</translation>
    </message>
    <message>
        <source>Show the surroundings of the optimum, as near as the descent has come</source>
        <translation>显示最优点周围，范围随下降的接近程度而定</translation>
    </message>
    <message>
        <source>Click or drag to set the start; drag the shown point to try other values; the wheel zooms, the middle button moves the view</source>
        <translation>点击或拖动以设定起点；拖动所示的点可试别的值；滚轮缩放，中键移动视野</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>diverged, step {step}</source>
        <translation>已发散，第 {step} 步</translation>
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
        <source>surface of {rows} of {count} rows, taken evenly</source>
        <translation>曲面由 {count} 行中均匀取出的 {rows} 行算得</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>comma ,</source>
        <translation>逗号 ,</translation>
    </message>
    <message>
        <source>semicolon ;</source>
        <translation>分号 ;</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>制表符</translation>
    </message>
    <message>
        <source>bar |</source>
        <translation>竖线 |</translation>
    </message>
    <message>
        <source>space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>point .</source>
        <translation>点 .</translation>
    </message>
    <message>
        <source>apostrophe &apos;</source>
        <translation>撇号 &apos;</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a picture (PNG)</source>
        <translation>图片（PNG）</translation>
    </message>
    <message>
        <source>a picture (JPEG)</source>
        <translation>图片（JPEG）</translation>
    </message>
    <message>
        <source>a picture (GIF)</source>
        <translation>图片（GIF）</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>compressed (gzip)</source>
        <translation>压缩文件（gzip）</translation>
    </message>
    <message>
        <source>compressed (bzip2)</source>
        <translation>压缩文件（bzip2）</translation>
    </message>
    <message>
        <source>compressed (xz)</source>
        <translation>压缩文件（xz）</translation>
    </message>
    <message>
        <source>compressed (zstandard)</source>
        <translation>压缩文件（zstandard）</translation>
    </message>
    <message>
        <source>compressed (zip)</source>
        <translation>压缩文件（zip）</translation>
    </message>
    <message>
        <source>an old Excel workbook (.xls)</source>
        <translation>旧版 Excel 工作簿（.xls）</translation>
    </message>
    <message>
        <source>a Word document (.docx)</source>
        <translation>Word 文档（.docx）</translation>
    </message>
    <message>
        <source>a presentation (.pptx)</source>
        <translation>演示文稿（.pptx）</translation>
    </message>
    <message>
        <source>a SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>an HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>no text (it has NULs)</source>
        <translation>不是文本（含有空字节）</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>{file}: there is no such file. Check the name and the folder.</source>
        <translation>{file}：没有这个文件。请检查文件名和文件夹。</translation>
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
        <source>{file}: this is {what}, not a table. Open a table: CSV, Excel (.xlsx), Parquet or NumPy.</source>
        <translation>{file}：这是{what}，不是表格。请打开表格：CSV、Excel（.xlsx）、Parquet 或 NumPy。</translation>
    </message>
    <message>
        <source>{file}: this is a web page or XML, not a table. Download the data themselves as CSV.</source>
        <translation>{file}：这是网页或 XML，不是表格。请把数据本身下载为 CSV。</translation>
    </message>
    <message>
        <source>{file}: the file is damaged ({why}). Save it again, or as CSV.</source>
        <translation>{file}：文件已损坏（{why}）。请重新保存，或另存为 CSV。</translation>
    </message>
    <message>
        <source>{file}: this is no text in {encoding}. Choose another encoding.</source>
        <translation>{file}：这不是 {encoding} 编码的文本。请选择其他编码。</translation>
    </message>
    <message>
        <source>There is no encoding {name}. Choose one such as utf-8 or gb18030.</source>
        <translation>没有名为 {name} 的编码。请选择如 utf-8 或 gb18030。</translation>
    </message>
    <message>
        <source>{file}: the file holds no data rows. Give at least one row of two numbers.</source>
        <translation>{file}：没有数据行。至少要有一行两个数。</translation>
    </message>
    <message>
        <source>{file}, line {line}: the line has more than {most} characters; this is no table. Put each row on a line of its own.</source>
        <translation>{file} 第 {line} 行：该行超过 {most} 个字符，这不是表格。请让每行数据各占一行。</translation>
    </message>
    <message>
        <source>{file}, line {line}: a quotation mark there is not closed or stands amid a value ({why}). Correct the line.</source>
        <translation>{file} 第 {line} 行：引号没有闭合，或出现在值的中间（{why}）。请改正这一行。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {count} values stand there, and {width} in the rows below, so that columns and names do not belong together. Correct the line, or pass over the first {line} lines.</source>
        <translation>{file} 第 {line} 行：这里有 {count} 个值，而下面各行有 {width} 个，列与列名对不上。请改正这一行，或跳过前 {line} 行。</translation>
    </message>
    <message>
        <source>{file}: there is no sheet {sheet}. The sheets are: {sheets}.</source>
        <translation>{file}：没有工作表 {sheet}。现有工作表：{sheets}。</translation>
    </message>
    <message>
        <source>{file}: only {count} column was found ({columns}), and a line needs two: x and y. Put a comma, semicolon or tab between the columns.</source>
        <translation>{file}：只找到 {count} 列（{columns}），而直线需要 x 和 y 两列。请用逗号、分号或制表符分隔各列。</translation>
    </message>
    <message>
        <source>{file}: there is no column {column}. The columns are: {columns}.</source>
        <translation>{file}：没有 {column} 列。现有列：{columns}。</translation>
    </message>
    <message>
        <source>{decimal} cannot be the decimal mark and the mark of thousands in one table.</source>
        <translation>{decimal} 不能在同一张表中既作小数点又作千位分隔符。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: “{text}” is not a number ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.</source>
        <translation>{file} 第 {line} 行“{column}”列：“{text}”不是数字（{rows} 行中有 {bad} 行无法读取）。请改正文件，或舍去这些行。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: the value is missing ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.</source>
        <translation>{file} 第 {line} 行“{column}”列：缺少值（{rows} 行中有 {bad} 行无法读取）。请改正文件，或舍去这些行。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: “{text}” is not finite ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.</source>
        <translation>{file} 第 {line} 行“{column}”列：“{text}”不是有限数（{rows} 行中有 {bad} 行无法读取）。请改正文件，或舍去这些行。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: “{text}” is not a date ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.</source>
        <translation>{file} 第 {line} 行“{column}”列：“{text}”不是日期（{rows} 行中有 {bad} 行无法读取）。请改正文件，或舍去这些行。</translation>
    </message>
    <message>
        <source>{file}, line {line}: {text} values stand there, and the table has {width} columns ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.</source>
        <translation>{file} 第 {line} 行：这里有 {text} 个值，而表格有 {width} 列（{rows} 行中有 {bad} 行无法读取）。请改正文件，或舍去这些行。</translation>
    </message>
    <message>
        <source>Column {column}: “{text}” may be {one} or {other}, and no other value settles it. Choose the decimal mark: {first} for {one}, {second} for {other}.</source>
        <translation>“{column}”列：“{text}”可能是 {one}，也可能是 {other}，其他值无法判定。请选择小数点：{first} 得 {one}，{second} 得 {other}。</translation>
    </message>
    <message>
        <source>Column {column} holds dates. Choose what x is: days or months since the first, or the number of the row.</source>
        <translation>“{column}”列是日期。请选择 x 的含义：自首个日期起的天数或月数，或行号。</translation>
    </message>
    <message>
        <source>Column {column}: “{text}” may be day or month first, and no other date settles it. Choose the order.</source>
        <translation>“{column}”列：“{text}”可能先写日或先写月，其他日期无法判定。请选择顺序。</translation>
    </message>
    <message>
        <source>Line {line}: “{text}” may be a title above two columns, or the name of one column of decimal commas. Choose the delimiter, or the lines to pass over.</source>
        <translation>第 {line} 行：“{text}”可能是两列上方的标题，也可能是一列小数逗号数的列名。请选择分隔符，或要跳过的行数。</translation>
    </message>
</context>
<context>
    <name>TableFiles</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a table of your own, or a session</source>
        <translation>打开自己的数据表或会话</translation>
    </message>
    <message>
        <source>Paste a table</source>
        <translation>粘贴表格</translation>
    </message>
    <message>
        <source>Take the cells that were copied in a spreadsheet</source>
        <translation>使用在电子表格中复制的单元格</translation>
    </message>
    <message>
        <source>Tables and sessions (*.csv *.tsv *.txt *.dat *.xlsx *.parquet *.npy *.npz *{suffix});;All files (*)</source>
        <translation>表格与会话 (*.csv *.tsv *.txt *.dat *.xlsx *.parquet *.npy *.npz *{suffix});;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a table or session</source>
        <translation>打开数据表或会话</translation>
    </message>
</context>
<context>
    <name>TableWords</name>
    <message>
        <source>{read} of {rows} rows read.</source>
        <translation>{rows} 行中读取了 {read} 行。</translation>
    </message>
    <message>
        <source>{named}; and {count} more</source>
        <translation>{named}；另有 {count} 行</translation>
    </message>
    <message>
        <source>Left out: {rows}.</source>
        <translation>已舍去：{rows}。</translation>
    </message>
    <message>
        <source>line {line} ({column} is missing)</source>
        <translation>第 {line} 行（缺少“{column}”）</translation>
    </message>
    <message>
        <source>line {line} (“{text}” is not a number)</source>
        <translation>第 {line} 行（“{text}”不是数字）</translation>
    </message>
    <message>
        <source>line {line} (“{text}” is not finite)</source>
        <translation>第 {line} 行（“{text}”不是有限数）</translation>
    </message>
    <message>
        <source>line {line} (“{text}” is not a date)</source>
        <translation>第 {line} 行（“{text}”不是日期）</translation>
    </message>
    <message>
        <source>line {line} ({text} values)</source>
        <translation>第 {line} 行（有 {text} 个值）</translation>
    </message>
    <message>
        <source>{count} columns hold numbers. A line is fitted to one x at a time: choose it at the right.</source>
        <translation>有 {count} 列是数字。直线每次只拟合一个 x：请在右侧选择。</translation>
    </message>
    <message>
        <source>The learning rate {rate} is above the limit {limit} of these data: descent would diverge.</source>
        <translation>学习率 {rate} 超过了这些数据的上限 {limit}：下降会发散。</translation>
    </message>
    <message>
        <source>The learning rate {rate} is below the limit {limit} of these data.</source>
        <translation>学习率 {rate} 低于这些数据的上限 {limit}。</translation>
    </message>
    <message>
        <source>Text in {encoding}, delimiter: {delimiter}</source>
        <translation>{encoding} 文本，分隔符：{delimiter}</translation>
    </message>
    <message>
        <source>Excel workbook, sheet {sheet}</source>
        <translation>Excel 工作簿，工作表 {sheet}</translation>
    </message>
    <message>
        <source>Parquet table</source>
        <translation>Parquet 表格</translation>
    </message>
    <message>
        <source>NumPy array</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy 数组组</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间轴</translation>
    </message>
    <message>
        <source>Drag to show any step</source>
        <translation>拖动以显示任意一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Show the steps one after the other, at the speed of a run (P)</source>
        <translation>按运行速度依次显示各步 (P)</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>从这里继续</translation>
    </message>
    <message>
        <source>Begin a branch at the shown step, with the settings on the left; the old run stays in grey (B)</source>
        <translation>用左侧的设置从显示的步另开分支；原来的运行以灰色保留 (B)</translation>
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
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open, save, export, copy</source>
        <translation>打开、保存、导出、复制</translation>
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
        <source>the loss is another one at every evaluation</source>
        <translation>每次求值得到的损失都不同</translation>
    </message>
    <message>
        <source>the loss is not a floating-point number</source>
        <translation>损失不是浮点数</translation>
    </message>
    <message>
        <source>None: the tape found no way from this parameter to the loss</source>
        <translation>None：梯度带没有找到从该参数到损失的路径</translation>
    </message>
    <message>
        <source>The last point cannot be taken out: a fit needs at least one.</source>
        <translation>最后一个点不能删除：拟合至少需要一个点。</translation>
    </message>
    <message>
        <source>point ({x}, {y}): this is not finite. Give two finite numbers.</source>
        <translation>点（{x}, {y}）：不是有限值。请给出两个有限的数。</translation>
    </message>
    <message>
        <source>{file}: no file of this name can be written here. Name it {names}.</source>
        <translation>{file}：此处不能写入这种名称的文件。请命名为 {names}。</translation>
    </message>
    <message>
        <source>{file}: the folder holds another TensorBoard log, and the two would be shown as one. Choose another folder.</source>
        <translation>{file}：该文件夹里已有另一份 TensorBoard 日志，两者会被显示成一份。请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>size {width} × {height} {unit}: no picture can have it. Give each side from {low} to {high} {unit}.</source>
        <translation>尺寸 {width} × {height} {unit}：图片不能是这个尺寸。请让每边在 {low} 到 {high} {unit} 之间。</translation>
    </message>
    <message>
        <source>{fps} frames per second: give a number from {low} to {high}.</source>
        <translation>每秒 {fps} 帧：请给出 {low} 到 {high} 之间的数。</translation>
    </message>
    <message>
        <source>{count} frames: give a whole number from {low} to {high}.</source>
        <translation>{count} 帧：请给出 {low} 到 {high} 之间的整数。</translation>
    </message>
    <message>
        <source>{file}: this is no session of Descent Lab. Open a *.descent.json file.</source>
        <translation>{file}：这不是 Descent Lab 的会话文件。请打开 *.descent.json 文件。</translation>
    </message>
    <message>
        <source>{file}: this session holds no run. Open another one.</source>
        <translation>{file}：这个会话里没有运行。请打开另一个。</translation>
    </message>
    <message>
        <source>{file}: this session is of format {version}, written by Descent Lab {by}. Open it with that version or a later one.</source>
        <translation>{file}：此会话的格式为 {version}，由 Descent Lab {by} 写成。请用该版本或更新的版本打开。</translation>
    </message>
    <message>
        <source>{file}, line {line}, column {column}: the session is damaged here ({why}). Correct it or open another copy.</source>
        <translation>{file}，第 {line} 行，第 {column} 列：会话文件在此处损坏（{why}）。请改正，或打开另一份副本。</translation>
    </message>
    <message>
        <source>{file}: the session is damaged at {where}: {found} cannot be used there. Open another copy.</source>
        <translation>{file}：会话文件在 {where} 处损坏：{found} 不能用在那里。请打开另一份副本。</translation>
    </message>
    <message>
        <source>{file}: the data file {data} is not there. Put it back, or beside the session.</source>
        <translation>{file}：找不到数据文件 {data}。请把它放回原处，或放在会话文件旁边。</translation>
    </message>
    <message>
        <source>{file}: the data file {data} does not hold the numbers of the session any more. Put back the file that it was.</source>
        <translation>{file}：数据文件 {data} 中的数字已与会话不符。请放回原来的文件。</translation>
    </message>
    <message>
        <source>Run {run}: the optimizer {optimizer} of this Keras remembers other things than in the session. Open it with the version of Keras that it was saved with.</source>
        <translation>运行 {run}：此版本 Keras 的优化器 {optimizer} 所记忆的量与会话中的不同。请用保存时的 Keras 版本打开。</translation>
    </message>
    <message>
        <source>Run {run}: its loss, gradient or update is code without a name, which a session file does not hold. Export a script instead.</source>
        <translation>运行 {run}：其损失、梯度或更新是没有名称的代码，会话文件不能保存。请改为导出脚本。</translation>
    </message>
    <message>
        <source>learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38.</source>
        <translation>学习率 {rate}：Keras 以 float32 保存它。请输入 1e-45 到 3e38 之间的数。</translation>
    </message>
    <message>
        <source>The loss {loss} has no term of length {count}: the residual is {shape}, which broadcasts. Give prediction and y the same shape.</source>
        <translation>损失 {loss} 没有长度为 {count} 的项：残差的形状是 {shape}，发生了广播。请让预测与 y 形状相同。</translation>
    </message>
    <message>
        <source>This run has a deliberate mistake in its step ({bug}), which a script does not repeat. Choose a run without one.</source>
        <translation>此次训练的步骤中有一个故意的错误（{bug}），脚本不会重复它。请选择没有这种错误的训练。</translation>
    </message>
    <message>
        <source>Other settings than the learning rate changed at step {step}, which a script does not repeat. Choose a run that kept its settings from the start.</source>
        <translation>在第 {step} 步改变了学习率以外的设置，脚本不会重复这种改变。请选择从一开始就保持设置不变的训练。</translation>
    </message>
    <message>
        <source>This run fits no straight line to data, which a script needs. Choose a run that does.</source>
        <translation>此次训练没有用直线拟合数据，而脚本需要这样的拟合。请选择拟合直线的训练。</translation>
    </message>
    <message>
        <source>{file}: the file cannot be written ({why}). Choose another place.</source>
        <translation>{file}：无法写入（{why}）。请换一个位置。</translation>
    </message>
</context>
<context>
    <name>WorkedStepPanel</name>
    <message>
        <source>Inside one step</source>
        <translation>单步拆解</translation>
    </message>
    <message>
        <source>In the tutorial / today</source>
        <translation>教程中的写法 / 今天的写法</translation>
    </message>
    <message>
        <source>The run itself takes the gradient without this factor.</source>
        <translation>运行本身使用的梯度不乘这个系数。</translation>
    </message>
    <message>
        <source>The calls are being made…</source>
        <translation>正在执行这些调用…</translation>
    </message>
    <message>
        <source>in the tutorial</source>
        <translation>教程中</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>The step is taken apart once TensorFlow is loaded.</source>
        <translation>TensorFlow 加载完成后，这一步将被拆解。</translation>
    </message>
    <message>
        <source>Line before</source>
        <translation>上一行</translation>
    </message>
    <message>
        <source>Explain the line of code before</source>
        <translation>讲解上一行代码</translation>
    </message>
    <message>
        <source>Next line</source>
        <translation>下一行</translation>
    </message>
    <message>
        <source>Explain the next line of code</source>
        <translation>讲解下一行代码</translation>
    </message>
    <message>
        <source>What tape.gradient returns for a source that the loss does not use</source>
        <translation>对于损失没有用到的源，tape.gradient 返回什么</translation>
    </message>
    <message>
        <source>Calls of the tutorials, then and now</source>
        <translation>教程中的调用：当时与现在</translation>
    </message>
    <message>
        <source>Every call was made just now, at this step; Ctrl+C copies the table</source>
        <translation>每个调用都是刚刚在这一步实际执行的；Ctrl+C 复制表格</translation>
    </message>
    <message>
        <source>Factor by which tape.gradient multiplies the gradient</source>
        <translation>tape.gradient 给梯度乘上的系数</translation>
    </message>
    <message>
        <source>Asks tape.gradient for one source more</source>
        <translation>向 tape.gradient 多要一个源的梯度</translation>
    </message>
    <message>
        <source>▶ Play</source>
        <translation>▶ 播放</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Play the lines</source>
        <translation>逐行播放</translation>
    </message>
    <message>
        <source>Explain one line of code after the other</source>
        <translation>逐行讲解代码</translation>
    </message>
    <message>
        <source>From step {step} to step {next}</source>
        <translation>从第 {step} 步到第 {next} 步</translation>
    </message>
    <message>
        <source>The step is taken apart when the run pauses.</source>
        <translation>运行暂停后，这一步将被拆解。</translation>
    </message>
    <message>
        <source>The step is being taken apart…</source>
        <translation>正在拆解这一步…</translation>
    </message>
    <message>
        <source>loss = {loss};  target: loss,  sources: {sources}</source>
        <translation>loss = {loss};  目标 target: loss,  源 sources: {sources}</translation>
    </message>
    <message>
        <source>{pairs}  (what compute_gradients returned)</source>
        <translation>{pairs}  (即 compute_gradients 当年的返回值)</translation>
    </message>
    <message>
        <source>◀ changes {names}</source>
        <translation>◀ 改变 {names}</translation>
    </message>
    <message>
        <source>learning rate × gradient:  {products}</source>
        <translation>学习率 × 梯度：  {products}</translation>
    </message>
    <message>
        <source>what the optimizer remembers:  {kept}</source>
        <translation>优化器记住的量：  {kept}</translation>
    </message>
    <message>
        <source>returns optimizer.iterations: {counter}</source>
        <translation>返回 optimizer.iterations：{counter}</translation>
    </message>
    <message>
        <source>size of the gradients so far:  {values}</source>
        <translation>至今梯度的大小：  {values}</translation>
    </message>
    <message>
        <source>effective learning rate:  {values}</source>
        <translation>等效学习率：  {values}</translation>
    </message>
    <message>
        <source>? There is no gradient to subtract.</source>
        <translation>? 没有可减去的梯度。</translation>
    </message>
    <message>
        <source>? The numbers are no longer finite.</source>
        <translation>? 数值已不再是有限数。</translation>
    </message>
    <message>
        <source>✓ equal to what the optimizer did</source>
        <translation>✓ 与优化器的结果相同</translation>
    </message>
    <message>
        <source>≠ {optimizer} also uses what it remembers. Its result minus this one: {off}</source>
        <translation>≠ {optimizer} 还用到它记住的量。其结果减去本行结果：{off}</translation>
    </message>
    <message>
        <source>≠ {optimizer} did not just subtract this. Its result minus this one: {off}</source>
        <translation>≠ {optimizer} 所做的不只是减去这个量。其结果减去本行结果：{off}</translation>
    </message>
    <message>
        <source>with a source {name} that the loss does not use</source>
        <translation>加入一个损失没有用到的源 {name}</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未变</translation>
    </message>
    <message>
        <source>changes placement, not numbers</source>
        <translation>只改变计算位置，不改变数值</translation>
    </message>
    <message>
        <source>the parameter in place of its gradient</source>
        <translation>把参数当成了它的梯度</translation>
    </message>
    <message>
        <source>gone:</source>
        <translation>已移除：</translation>
    </message>
</context>
<context>
    <name>_PanelPage</name>
    <message>
        <source>Panel</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Which panel is drawn, or all of them</source>
        <translation>画哪个面板，或全部</translation>
    </message>
    <message>
        <source>Data and line</source>
        <translation>数据与拟合直线</translation>
    </message>
    <message>
        <source>Loss surface</source>
        <translation>损失曲面</translation>
    </message>
    <message>
        <source>Loss curve</source>
        <translation>损失曲线</translation>
    </message>
    <message>
        <source>Gradient check</source>
        <translation>梯度检验</translation>
    </message>
    <message>
        <source>All four panels</source>
        <translation>全部四个面板</translation>
    </message>
</context>
</TS>
